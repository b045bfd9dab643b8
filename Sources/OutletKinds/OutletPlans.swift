import Arguments
package import Linux
package import Outlets
package import Settings

/// All outlets that the configuration has, but those that write lines.
package struct OutletPlans: Sendable {
    /// Kind after kind, and within a kind in the order of the file.
    package var all: [any OutletPlan] = []

    /// No outlets.
    package init() {}

    /// Those of a configuration whose values are right.
    package init(_ configuration: Configuration) {
        all = OutletKinds.all.flatMap { Self.plans(of: $0, in: configuration) }
    }

    private static func plans<Plan: OutletPlan>(
        of kind: Plan.Type, in configuration: Configuration
    ) -> [any OutletPlan] {
        configuration.all(kind.section).map(Plan.init)
    }

    /// Those of one kind.
    package func of<Plan: OutletPlan>(_ kind: Plan.Type) -> [Plan] {
        all.compactMap { $0 as? Plan }
    }

    /// What is wrong with their sections that only all of a section, or of them together, shows.
    ///
    /// - Parameter outputs: where outputs write.
    package static func problems(
        with configuration: Configuration, beside outputs: [FilePlace]
    ) -> [SettingsProblem] {
        var problems: [SettingsProblem] = []
        var all: [(plan: any OutletPlan, section: SectionValues)] = []
        for kind in OutletKinds.all {
            for section in configuration.all(kind.section) {
                problems += kind.problems(with: section)
                all.append((kind.init(section), section))
            }
        }
        for (index, (plan, section)) in all.enumerated() {
            guard let place = plan.place else { continue }
            // Of two ports each is told; a display gives way to what is named before it.
            let rivals = plan.isPort ? all.filter { $0.plan.isPort } : Array(all[..<index])
            let other = rivals.first { $0.plan.header != plan.header && $0.plan.place == place }
            if let other {
                problems.append(
                    section.problem(
                        with: plan.placeKey, "is that of [\(other.plan.header)] too"))
            } else if outputs.contains(place) {
                problems.append(
                    section.problem(
                        with: plan.placeKey,
                        plan.isPort
                            ? "is the file of an output as well" : "is that of an output too"))
            }
        }
        return problems
    }
}

/// Which outlets somebody means.
package enum OutletChoice: Hashable, Sendable {
    /// The serial port of this name.
    case port(String)
    /// The display of this section, or all there are.
    case displays(String?)
    /// The outlet of this section, whatever kind it is of; its name alone where that is enough.
    case named(String)
}

/// Why there is no outlet of the kind or name that somebody asked for.
package struct OutletAbsence: Error, Hashable {
    /// Why, in a sentence without a full stop.
    package let sentence: String
}

extension OutletPlans {
    /// Those that somebody means; at least one.
    package func meant(by choice: OutletChoice) throws(OutletAbsence) -> [any OutletPlan] {
        let meant: [any OutletPlan]
        let absence: String
        switch choice {
        case .port(let name):
            let ports = all.filter { $0.family == .port }
            meant = ports.filter { $0.name == name }
            let known = ports.map(\.name).joined(separator: ", ")
            absence =
                "no serial port is called \(name); there is "
                + (ports.isEmpty ? "no section [serial NAME]" : known)
        case .displays(let header):
            let displays = all.filter { $0.family == .display }
            meant = displays.filter { header == nil || $0.header == header }
            absence =
                displays.isEmpty
                ? "there is no display; the configuration needs a section [console], [lcd] or [image]"
                : "no display is called \((header ?? "").printable); there is "
                    + displays.map(\.header).joined(separator: ", ")
        case .named(let words):
            let exact = all.filter { $0.header == words }
            let byName = all.filter { !$0.name.isEmpty && $0.name == words }
            meant = exact.isEmpty && byName.count == 1 ? byName : exact
            let kinds = OutletKinds.all.map { "[\($0.section.pattern)]" }
            absence =
                all.isEmpty
                ? "there is no outlet; the configuration needs a section "
                    + kinds.dropLast().joined(separator: ", ") + " or \(kinds.last ?? "")"
                : "no outlet is called \(words.printable); there is "
                    + all.map(\.header).joined(separator: ", ")
        }
        guard meant.isEmpty else { return meant }
        throw OutletAbsence(sentence: absence)
    }
}

extension OutletPlan {
    fileprivate var isPort: Bool { family == .port }
}
