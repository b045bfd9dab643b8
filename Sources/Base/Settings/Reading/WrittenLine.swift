/// A syntactic line of a configuration file, before its names are looked up.
enum WrittenLine {
    /// An empty line or a comment.
    case empty
    /// `[WORD]` or `[WORD NAME]`; a malformed header includes its problem.
    case header(word: String, name: String?, mistake: SettingsProblem.Reason?)
    /// `KEY = VALUE`, with the raw value.
    case assignment(key: String, value: ArraySlice<UInt8>)
    /// A malformed line.
    case wrong(SettingsProblem.Reason)

    /// Maximum length of a line in bytes, without its end.
    static let limit = 4096

    /// Parses one line, without its line feed.
    init(parsing bytes: ArraySlice<UInt8>) {
        var line = bytes
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        if let problem = Self.problem(with: line) {
            self = .wrong(problem)
            return
        }
        line = line.trimmed
        if line.isEmpty || line.first == UInt8(ascii: "#") {
            self = .empty
        } else if line.first == UInt8(ascii: "[") {
            self = Self.header(line.dropFirst())
        } else if let sign = line.firstIndex(of: UInt8(ascii: "=")), sign > line.startIndex {
            self = .assignment(
                key: String(decoding: line[..<sign].trimmed, as: UTF8.self),
                value: line[sign...].dropFirst())
        } else {
            self = .wrong(.noAssignment)
        }
    }

    private static func problem(with line: ArraySlice<UInt8>) -> SettingsProblem.Reason? {
        if line.count > limit { return .longLine }
        if line.contains(0) { return .nul }
        if line.contains(where: { ($0 < 0x20 && $0 != UInt8(ascii: "\t")) || $0 == 0x7F }) {
            return .controlCharacter
        }
        return String(validating: line, as: UTF8.self) == nil ? .notUTF8 : nil
    }

    private static func header(_ line: ArraySlice<UInt8>) -> WrittenLine {
        let end = line.firstIndex(of: UInt8(ascii: "]"))
        let inside = line[..<(end ?? line.endIndex)].trimmed
        let word = inside.prefix { !$0.isBlank }
        let name = inside.dropFirst(word.count).trimmed
        let behind = line[(end ?? line.endIndex)...].dropFirst().drop(while: \.isBlank)
        let mistake: SettingsProblem.Reason? =
            if end == nil {
                .noBracket
            } else if !behind.isEmpty, behind.first != UInt8(ascii: "#") {
                .behindBracket
            } else {
                nil
            }
        return .header(
            word: String(decoding: word, as: UTF8.self),
            name: name.isEmpty ? nil : String(decoding: name, as: UTF8.self), mistake: mistake)
    }
}
