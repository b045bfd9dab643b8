internal import Basics

extension SettingsDraft {
    /// Reads a file.
    ///
    /// - Parameter file: name of the file in problems.
    package mutating func read(_ bytes: [UInt8], file: String) {
        guard bytes.count <= Self.fileLimit else { return note(.file(file), .largeFile) }
        var reader = FileReader(file: file)
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            reader.line += 1
            take(WrittenLine(parsing: line), &reader)
        }
    }

    private mutating func take(_ line: WrittenLine, _ reader: inout FileReader) {
        let place = SettingsProblem.Place.line(reader.line, of: reader.file)
        switch line {
        case .empty: break
        case .wrong(let reason): note(place, in: title(reader), reason)
        case .header(let word, let name, let mistake):
            if let mistake { note(place, mistake) }
            begin(word, name, isTold: mistake != nil, &reader)
        case .assignment(let key, let value): assign(key, value, &reader)
        }
    }

    private func title(_ reader: FileReader) -> String? {
        if case .part(let index) = reader.state { parts[index].title } else { nil }
    }

    /// Begins a section; an unknown section is skipped, since its keys are unknown, too.
    private mutating func begin(
        _ word: String, _ name: String?, isTold: Bool, _ reader: inout FileReader
    ) {
        let place = SettingsProblem.Place.line(reader.line, of: reader.file)
        guard let section = table.section(named: word) else {
            reader.state = .unknownSection
            if !isTold {
                let table = table
                note(place, Self.unknownSection(word, name, table))
            }
            return
        }
        var part = Part(section, name: name, place: place)
        switch (section.placeholder, name) {
        case (.some, nil) where !section.isNameOptional:
            note(place, in: part.title, .noSectionName(placeholder: section.pattern))
        case (nil, .some): note(place, in: section.name, .sectionName)
        default:
            guard let first = reader.lines[part.title] else {
                reader.lines[part.title] = reader.line
                reader.state = .part(open(part))
                return
            }
            note(place, in: part.title, .sectionTwice(line: first))
        }
        // The duplicate section is ignored, but its keys are checked.
        part.isAside = true
        parts.append(part)
        reader.state = .part(parts.count - 1)
    }

    /// Adds a section of the file, and returns its index.
    ///
    /// A section without a name replaces its empty part from the table.
    private mutating func open(_ part: Part) -> Int {
        let index = part.name == nil ? parts.firstIndex { $0.title == part.title } : nil
        guard let index else {
            parts.append(part)
            return parts.count - 1
        }
        parts[index] = part
        return index
    }

    private static func unknownSection(
        _ word: String, _ name: String?, _ table: SettingsTable
    ) -> SettingsProblem.Reason {
        let near = NearMatch.find(for: word, among: table.sections.map(\.name))
            .flatMap(table.section)
        return .unknownSection(
            ([word] + [name].compactMap(\.self)).joined(separator: " "),
            near: near.map { "[\($0.pattern)]" }, known: table.sections.map { "[\($0.pattern)]" })
    }

    private mutating func assign(
        _ key: String, _ value: ArraySlice<UInt8>, _ reader: inout FileReader
    ) {
        let place = SettingsProblem.Place.line(reader.line, of: reader.file)
        guard case .part(let index) = reader.state else {
            if case .noSection = reader.state { note(place, .keyOutsideSection(key)) }
            return
        }
        let (section, title) = (parts[index].section, parts[index].title)
        guard let entry = section.key(named: key) else {
            return note(place, in: title, Self.unknownKey(key, section))
        }
        let first = parts[index].values[key]?.place
        if case .line(let line, _) = first, !entry.isRepeatable {
            return note(place, in: title, key: key, .keyTwice(line: line))
        }
        // A repeated key is an error, even if the first value is invalid.
        if first == nil { parts[index].values[key] = Given(place: place) }
        do throws(SettingsProblem.Reason) {
            parts[index].values[key]?.texts += try entry.values(parsing: value)
        } catch {
            note(place, in: title, key: key, error)
        }
    }

    private static func unknownKey(
        _ key: String, _ section: Section
    ) -> SettingsProblem.Reason {
        if let advice = section.advice[key] {
            return .other("unknown key \(key.plainOrQuoted); \(advice)")
        }
        let known = section.keys.map(\.name)
        return .unknownKey(key, near: NearMatch.find(for: key, among: known), known: known)
    }
}

/// State of reading a file.
private struct FileReader {
    enum State {
        case noSection
        case unknownSection
        /// The section with this index.
        case part(Int)
    }

    let file: String
    var line = 0
    var state = State.noSection
    /// First line of each section.
    var lines: [String: Int] = [:]
}
