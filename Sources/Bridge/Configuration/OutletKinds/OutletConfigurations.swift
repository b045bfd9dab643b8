import Linux
package import Outlets
package import Settings

/// All configured outputs.
package struct OutletConfigurations: Sendable {
    /// Configurations grouped by kind, within a kind in the order of the file.
    package var all: [any OutletConfiguration] = []

    /// Creates an empty list.
    package init() {}

    /// Reads the outputs from a checked configuration.
    package init(_ configuration: Configuration) {
        all = OutletKinds.all.flatMap { Self.plans(of: $0, in: configuration) }
    }

    private static func plans<Plan: OutletConfiguration>(
        of kind: Plan.Type, in configuration: Configuration
    ) -> [any OutletConfiguration] {
        configuration.all(kind.section).map(Plan.init)
    }

    /// Returns the outputs of one kind.
    package func of<Plan: OutletConfiguration>(_ kind: Plan.Type) -> [Plan] {
        all.compactMap { $0 as? Plan }
    }

    /// Returns problems that involve several keys or sections.
    package static func problems(with configuration: Configuration) -> [SettingsProblem] {
        var problems: [SettingsProblem] = []
        var all: [(plan: any OutletConfiguration, section: SectionValues)] = []
        for kind in OutletKinds.all {
            for section in configuration.all(kind.section) {
                problems += kind.problems(with: section)
                all.append((kind.init(section), section))
            }
        }
        for (index, (plan, section)) in all.enumerated() {
            if let clause = clause(about: index, of: all.map(\.plan)) {
                problems.append(section.problem(with: plan.placeKey, clause))
            }
        }
        return problems
    }

    /// Returns a clause about another user of an output's place, to follow the key that names it.
    private static func clause(about index: Int, of all: [any OutletConfiguration]) -> String? {
        let plan = all[index]
        guard let place = plan.place else { return nil }
        let others = all.enumerated().filter { $0.offset != index && $0.element.place == place }
        let isOutput = others.contains { $0.element.family == .output }
        if plan.family == .output { return isOutput ? "is named by two outputs" : nil }
        // Of two ports both are reported; of displays only the later one.
        let rival = others.first { offset, other in
            other.family != .output && other.header != plan.header
                && (plan.family == .port ? other.family == .port : offset < index)
        }
        if let rival { return "is also used by [\(rival.element.header)]" }
        guard isOutput else { return nil }
        return plan.family == .port
            ? "is also the file of an output" : "is also used by an output"
    }
}

/// Outputs chosen by a command or a request.
package enum OutletChoice: Hashable, Sendable {
    /// The serial port of this name.
    case port(String)
    /// The display of this section; nil for all displays.
    case displays(String?)
    /// The output of this section, of any kind except `[output]`; a unique name is sufficient.
    case named(String)
}

/// Error: no output of the requested kind or name.
package struct OutletAbsence: Error, Hashable {
    /// Reason as a sentence, without a full stop.
    package let sentence: String
}

extension OutletConfigurations {
    /// Returns the chosen outputs, at least one; those of sections `[output]` cannot be chosen.
    package func meant(by choice: OutletChoice) throws(OutletAbsence) -> [any OutletConfiguration] {
        let testable = all.filter { $0.family != .output }
        let meant: [any OutletConfiguration]
        let absence: String
        switch choice {
        case .port(let name):
            let ports = testable.filter { $0.family == .port }
            meant = ports.filter { $0.name == name }
            let known = ports.map(\.name).joined(separator: ", ")
            absence =
                "no serial port is called \(name.printable); there is "
                + (ports.isEmpty ? "no section [serial NAME]" : known)
        case .displays(let header):
            let displays = testable.filter { $0.family == .display }
            meant = displays.filter { header == nil || $0.header == header }
            absence =
                displays.isEmpty
                ? "there is no display; the configuration needs a section [console], [lcd] or [image]"
                : "no display is called \((header ?? "").printable); there is "
                    + displays.map(\.header).joined(separator: ", ")
        case .named(let words):
            let exact = testable.filter { $0.header == words }
            let byName = testable.filter { !$0.name.isEmpty && $0.name == words }
            meant = exact.isEmpty && byName.count == 1 ? byName : exact
            let kinds = OutletKinds.all.filter { $0.family != .output }
                .map { "[\($0.section.pattern)]" }
            absence =
                testable.isEmpty
                ? "there is no outlet; the configuration needs a section "
                    + kinds.dropLast().joined(separator: ", ") + " or \(kinds.last ?? "")"
                : "no outlet is called \(words.printable); there is "
                    + testable.map(\.header).joined(separator: ", ")
        }
        guard meant.isEmpty else { return meant }
        throw OutletAbsence(sentence: absence)
    }
}
