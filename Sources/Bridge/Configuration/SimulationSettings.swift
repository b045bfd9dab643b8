import Commands
import Linux
import Notices
package import Settings
package import SimulatedPhone

/// What the configuration says about simulated phones.
package struct SimulationSettings: Hashable, Sendable {
    /// What follows the names of phones, so that nobody who looks at a display takes them for real ones.
    package static var mark: String { SimulatedName.mark }
    /// How long a service waits before it plays its scenario again: long enough to see what stays, and
    /// short enough for somebody who comes later.
    private static let usualPause: Duration = .seconds(60)

    /// The file, or the name of a scenario that is built in.
    package var source: String?
    /// How long after its end the scenario is to begin again; nil where nobody said.
    package var repeatAfter: Duration?

    /// What a section says, whose values are right.
    package init(_ section: SectionValues) {
        source = section[SettingsKeys.scenario]
        repeatAfter = section[SettingsKeys.repeatAfter]
    }

    /// What the phones do.
    package func scenario() throws(ScenarioFileError) -> Scenario {
        try ScenarioFile.read(source)
    }

    /// How long after its end the scenario is played again; nil where it is played once.
    ///
    /// - Parameter isTried: whether somebody only tries a command and watches it from the beginning.
    package func pause(isTried: Bool) -> Duration? {
        let pause = repeatAfter ?? (isTried ? .zero : Self.usualPause)
        return pause == .zero ? nil : pause
    }
}

extension BridgeSettings {
    /// Where the history is kept: that of simulated phones in a folder of its own, so that nobody finds
    /// their calls among real ones.
    ///
    /// - Parameter folder: where it is kept unless the configuration says otherwise.
    package func historyFolder(orIn folder: String) -> String {
        let folder = history.folder ?? folder
        return radio == .simulated ? StateOptions.folderOfSimulation(in: folder) : folder
    }
}

extension SettingsKeys {
    static let scenario = Key<String?>.optional(
        "scenario", .scenario, example: "/etc/callboard/scenario.json",
        summary: "What simulated phones do: a file, or a built-in scenario; demo by default")
    static let repeatAfter = Key<Duration?>.optional(
        "repeat-after", .duration(.zero...(.seconds(86_400))), example: "10m",
        summary:
            "How long after its end the scenario begins again; by default 1m, and 0s plays it once")
}

extension ValueSyntax<String> {
    /// The name of a scenario, or its file.
    fileprivate static let scenario: ValueSyntax = {
        let names = Scenario.builtIn.map(\.name)
        return ValueSyntax(
            wants: "the path of a file, from / on, or \(names.joinedAsAlternatives)", words: names,
            read: { (text) throws(ValueRefusal) in
                guard text.hasPrefix("/") || names.contains(text) else { throw .otherKind }
                return text
            }, write: { $0 })
    }()
}
