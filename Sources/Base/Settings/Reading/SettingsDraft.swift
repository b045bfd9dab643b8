/// A configuration that is being put together: the file first, then what is laid over it.
package struct SettingsDraft: Sendable {
    /// Bytes of a file at most.
    package static let fileLimit = 1 << 20

    /// A section as it stands in the file, or as the table alone knows it.
    struct Part: Sendable {
        let section: Section
        let name: String?
        let place: SettingsProblem.Place?
        var values: [String: Given] = [:]
        /// Whether it is one too many, and counts for nothing.
        var isAside = false

        init(_ section: Section, name: String? = nil, place: SettingsProblem.Place? = nil) {
            self.section = section
            self.name = name
            self.place = place
        }

        /// The header without brackets.
        var title: String { ([section.name] + [name].compactMap(\.self)).joined(separator: " ") }
    }

    /// What was given for a key, and where it was given first.
    struct Given: Sendable {
        let place: SettingsProblem.Place
        var texts: [String] = []
    }

    let table: SettingsTable
    var parts: [Part] = []
    private var problems: [SettingsProblem] = []
    private var furtherCount = 0

    /// A draft in which nothing is given yet.
    package init(_ table: SettingsTable) {
        self.table = table
        parts = table.sections.filter { $0.placeholder == nil }
            .map { Part($0) }
    }

    /// The configuration, or all that is wrong with it.
    ///
    /// - Parameter examine: looks for what only the user of the values could find; it is also shown
    ///   what could be read of a configuration with mistakes.
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
            // What is wrong with a value was told when it was read.
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

    /// Whether there is room to tell one more problem.
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
    /// The line, for sorting; what stands in no line comes last, a whole file first.
    fileprivate var line: Int {
        switch place {
        case .file: 0
        case .line(let line, _): line
        case .variable, .option, .standard: .max
        }
    }
}
