/// A configuration under construction: first the file, then the overrides.
package struct SettingsDraft: Sendable {
    /// Maximum size of a file in bytes.
    package static let fileLimit = 1 << 20

    /// A section of the file, or one that exists only in the table.
    struct Part: Sendable {
        let section: Section
        let name: String?
        let place: SettingsProblem.Place?
        var values: [String: Given] = [:]
        /// Whether the section is a duplicate, which is ignored.
        var isAside = false

        init(_ section: Section, name: String? = nil, place: SettingsProblem.Place? = nil) {
            self.section = section
            self.name = name
            self.place = place
        }

        /// The header without brackets.
        var title: String { ([section.name] + [name].compactMap(\.self)).joined(separator: " ") }
    }

    /// The texts given for a key, and the place of the first.
    struct Given: Sendable {
        let place: SettingsProblem.Place
        var texts: [String] = []
    }

    let table: SettingsTable
    var parts: [Part] = []
    private var problems: [SettingsProblem] = []
    private var furtherCount = 0

    /// Creates an empty draft.
    package init(_ table: SettingsTable) {
        self.table = table
        parts = table.sections.filter { $0.placeholder == nil }
            .map { Part($0) }
    }

    /// Returns the configuration, or throws all problems.
    ///
    /// - Parameter examine: finds problems that only the code that uses the values can detect. It
    ///   also gets the valid part of an invalid configuration.
    package consuming func finished(
        _ examine: (Configuration) -> [SettingsProblem] = { _ in [] }
    ) throws(SettingsError) -> Configuration {
        for part in parts where !part.isAside {
            guard let place = part.place else { continue }
            for key in part.section.keys where key.isRequired && part.values[key.name] == nil {
                note(place, in: part.title, .missingKey(key.name))
            }
        }
        let parts = parts.filter { !$0.isAside }
        let configuration = Configuration(
            sections: Dictionary(grouping: parts, by: \.section.name).mapValues { parts in
                parts.map { SectionValues(name: $0.name, part: $0) }
            })
        for problem in examine(configuration) {
            // A problem with the same key was noted when its value was read.
            let isTold = problems.contains {
                $0.key == problem.key && $0.section == problem.section
            }
            if !isTold { note(problem) }
        }
        guard problems.isEmpty else {
            throw SettingsError(
                problems: problems.sorted { $0.line < $1.line }, furtherCount: furtherCount)
        }
        return configuration
    }

    /// Whether the limit of reported problems is not reached.
    var isTelling: Bool { problems.count < SettingsError.limit }

    mutating func note(
        _ place: SettingsProblem.Place, in section: String? = nil, key: String? = nil,
        _ reason: @autoclosure () -> SettingsProblem.Reason
    ) {
        guard isTelling else {
            furtherCount += 1
            return
        }
        note(SettingsProblem(place: place, section: section, key: key, reason: reason()))
    }

    private mutating func note(_ problem: SettingsProblem) {
        guard isTelling else {
            furtherCount += 1
            return
        }
        problems.append(problem)
    }
}

extension SettingsProblem {
    /// The line, for sorting; problems without a line are last, those of a whole file first.
    fileprivate var line: Int {
        switch place {
        case .file: 0
        case .line(let line, _): line
        case .variable, .option, .standard: .max
        }
    }
}
