/// A manual page in roff.
package struct Roff: Sendable {
    /// The page so far.
    package private(set) var text: String

    /// - Parameter date: date of the page, such as 2026-03-02.
    package init(
        title: String, section: Int, date: String, source: String, manual: String
    ) {
        let fields = [title.uppercased(), "\(section)", date, source, manual]
        text = ".TH " + fields.map(Self.argument).joined(separator: " ") + "\n"
    }

    /// Begins a section.
    package mutating func section(_ title: String) {
        text += ".SH " + Self.argument(title.uppercased()) + "\n"
    }

    /// Begins a subsection.
    package mutating func part(_ title: String) {
        text += ".SS " + Self.argument(title) + "\n"
    }

    /// Adds a paragraph.
    package mutating func paragraph(_ words: String) {
        text += ".PP\n" + Self.line(words)
    }

    /// Adds a term and its description.
    package mutating func term(_ term: String, _ meaning: String) {
        text += ".TP\n" + Self.boldLine(term) + Self.line(meaning)
    }

    /// Adds lines verbatim, indented.
    package mutating func example(_ lines: [String]) {
        text += ".PP\n.RS 4\n.nf\n" + lines.map(Self.line).joined() + ".fi\n.RE\n"
    }

    /// Returns a line of text that is never read as a request.
    private static func line(_ words: String) -> String {
        let escaped = escape(words)
        let needsGuard = escaped.hasPrefix(".") || escaped.hasPrefix("'")
        return (needsGuard ? "\\&" : "") + escaped + "\n"
    }

    private static func boldLine(_ words: String) -> String {
        "\\fB" + escape(words) + "\\fR\n"
    }

    private static func argument(_ words: String) -> String {
        "\"" + escape(words).replacingQuotes + "\""
    }

    /// Returns the escaped text; hyphens remain searchable and copyable.
    private static func escape(_ words: String) -> String {
        var escaped = ""
        for character in words {
            switch character {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "'": escaped += "\\(aq"
            case "^": escaped += "\\(ha"
            case "~": escaped += "\\(ti"
            case "`": escaped += "\\(ga"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}

extension String {
    /// The text with quotation marks escaped for an argument.
    fileprivate var replacingQuotes: String {
        split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\(dq")
    }
}
