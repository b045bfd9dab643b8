import Arguments
import Board
import Linux
import Settings

/// All displays that the configuration has.
struct DisplayPlans: Hashable, Sendable {
    var consoles: [ConsolePlan] = []
    var lcds: [LCDPlan] = []

    init() {}

    init(_ configuration: Configuration) {
        consoles = configuration.all(ConsolePlan.section).map(ConsolePlan.init)
        lcds = configuration.all(LCDPlan.section).map(LCDPlan.init)
    }

    /// Each of them.
    var all: [any DisplayPlan] { consoles + lcds }

    /// Those that a person means: all of them, or the one of this name.
    ///
    /// - Parameter name: a section's header without brackets.
    func meant(by name: String?) throws(DisplayAbsence) -> DisplayPlans {
        guard let name else {
            guard !all.isEmpty else { throw DisplayAbsence(sentence: Self.none) }
            return self
        }
        var meant = self
        meant.consoles.removeAll { $0.kind != name }
        meant.lcds.removeAll { $0.kind != name }
        guard meant.all.isEmpty else { return meant }
        let known = all.map(\.kind)
        throw DisplayAbsence(
            sentence: known.isEmpty
                ? Self.none
                : "no display is called \(name.printable); there is \(known.joined(separator: ", "))"
        )
    }

    private static let none =
        "there is no display; the configuration wants a section [console], [lcd] or [image]"

    /// What is wrong with their sections that only all of them together show.
    static func problems(with configuration: Configuration) -> [SettingsProblem] {
        var problems: [SettingsProblem] = []
        let consoles = configuration.all(ConsolePlan.section)
        for (index, section) in consoles.enumerated() {
            let place = ConsolePlan(section).place
            let other = consoles[..<index].first { ConsolePlan($0).place == place }
            guard let other else { continue }
            problems.append(
                section.problem(
                    with: SettingsKeys.consoleDevice, "is that of [\(ConsolePlan(other).kind)] too")
            )
        }
        return problems + configuration.all(LCDPlan.section).compactMap(LCDPlan.problem)
    }
}

/// Why there is no display of the kind or name that somebody asked for.
struct DisplayAbsence: Error, Hashable {
    let sentence: String
}
