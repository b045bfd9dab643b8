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
        let meant =
            switch choice {
            case .port(let name): all.filter { $0.isPort && $0.name == name }
            case .displays(nil): all.filter(\.isDisplay)
            case .displays(let header?): all.filter { $0.isDisplay && $0.header == header }
            case .named(let words): named(words)
            }
        guard meant.isEmpty else { return meant }
        throw OutletAbsence(sentence: absence(of: choice))
    }

    private func named(_ words: String) -> [any OutletPlan] {
        let exact = all.filter { $0.header == words }
        guard exact.isEmpty else { return exact }
        let byName = all.filter { !$0.name.isEmpty && $0.name == words }
        return byName.count == 1 ? byName : []
    }

    private func absence(of choice: OutletChoice) -> String {
        switch choice {
        case .port(let name):
            let names = all.filter(\.isPort).map(\.name)
            let known =
                names.isEmpty
                ? "there is no section [serial NAME]" : "there is \(names.joined(separator: ", "))"
            return "no serial port is called \(name); \(known)"
        case .displays(let header):
            let known = all.filter(\.isDisplay).map(\.header)
            guard let header, !known.isEmpty else {
                return "there is no display; the configuration needs a section [console], [lcd] "
                    + "or [image]"
            }
            return
                "no display is called \(header.printable); there is "
                + known.joined(separator: ", ")
        case .named(let words):
            let known = all.map(\.header)
            guard !known.isEmpty else {
                let kinds = OutletKinds.all.map { "[\($0.section.pattern)]" }
                return "there is no outlet; the configuration needs a section "
                    + kinds.dropLast().joined(separator: ", ") + " or \(kinds.last ?? "")"
            }
            return
                "no outlet is called \(words.printable); there is "
                + known.joined(separator: ", ")
        }
    }
}

extension OutletPlan {
    fileprivate var isPort: Bool { Self.family == .port }
    fileprivate var isDisplay: Bool { Self.family == .display }
}
