import Commands
import Linux
import Notices
package import Settings
package import SimulatedPhone

/// Configuration of simulated phones.
package struct SimulationSettings: Hashable, Sendable {
    /// Suffix of phone names, which marks them on displays as simulated.
    package static var mark: String { SimulatedName.mark }
    /// Default pause before a service repeats its scenario: long enough to read the result, short enough for later viewers.
    private static let usualPause: Duration = .seconds(60)

    /// Path of the file, or name of a built-in scenario.
    package var source: String?
    /// Pause before the scenario is repeated; nil if not configured.
    package var repeatAfter: Duration?

    /// Reads the settings from a checked section.
    package init(_ section: SectionValues) {
        source = section[SettingsKeys.scenario]
        repeatAfter = section[SettingsKeys.repeatAfter]
    }

    /// Returns the configured scenario.
    package func scenario() throws(ScenarioFileError) -> Scenario {
        try ScenarioFile.read(source)
    }

    /// Returns the pause before the scenario is repeated; nil to play it once.
    ///
    /// - Parameter isTried: whether the command line asks for the simulation, as a trial.
    package func pause(isTried: Bool) -> Duration? {
        let pause = repeatAfter ?? (isTried ? .zero : Self.usualPause)
        return pause == .zero ? nil : pause
    }
}

extension BridgeSettings {
    /// Returns the folder of the history; simulated phones have a separate one.
    ///
    /// - Parameter folder: the folder, unless the configuration names one.
    package func historyFolder(orIn folder: String) -> String {
        let folder = history.folder ?? folder
        return radio == .simulated ? StateOptions.folderOfSimulation(in: folder) : folder
    }
}

extension SettingsKeys {
    static let scenario = Key<String?>.optional(
        "scenario", .scenario, example: "/etc/callboard/scenario.json",
        summary: "What simulated phones do; demo by default")
    static let repeatAfter = Key<Duration?>.optional(
        "repeat-after", .duration(.zero...(.seconds(86_400))), example: "10m",
        summary:
            "The pause before the scenario repeats; 1m by default with radio = simulated, and 0s "
            + "plays it once")
}

extension ValueSyntax<String> {
    /// The name or file of a scenario.
    fileprivate static let scenario: ValueSyntax = {
        let names = Scenario.builtIn.map(\.name)
        return ValueSyntax(
            wants: "the path of a file, from / on, or \(names.joinedAsAlternatives)",
            kind: "path, or name of a built-in scenario", words: names,
            read: { (text) throws(ValueRefusal) in
                guard text.hasPrefix("/") || names.contains(text) else { throw .otherKind }
                return text
            }, write: { $0 })
    }()
}
