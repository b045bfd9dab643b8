/// A page of a manual in the language that `man` reads.
package struct Roff: Sendable {
    /// The whole page so far.
    package private(set) var text: String

    /// - Parameter date: the day of the page, as 2026-03-02.
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

    /// Begins a part of a section.
    package mutating func part(_ title: String) {
        text += ".SS " + Self.argument(title) + "\n"
    }

    /// Adds a paragraph.
    package mutating func paragraph(_ words: String) {
        text += ".PP\n" + Self.line(words)
    }

    /// Adds a term and what it means.
    package mutating func term(_ term: String, _ meaning: String) {
        text += ".TP\n" + Self.boldLine(term) + Self.line(meaning)
    }

    /// Adds lines as they stand, set off from the text.
    package mutating func example(_ lines: [String]) {
        text += ".PP\n.RS 4\n.nf\n" + lines.map(Self.line).joined() + ".fi\n.RE\n"
    }

    /// A line of text, whatever its first letter.
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

    /// Text in which nothing is a request: hyphens stay hyphens that can be searched and copied.
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
    /// The text without quotation marks that would end an argument.
    fileprivate var replacingQuotes: String {
        split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\(dq")
    }
}
