/// Breaks what is said to a person at words, in the width of their terminal.
package enum MessageLines {
    /// On narrower terminals further lines have no indent.
    private static let leastForIndent = 40
    private static let indent = "  "
    /// A row whose label leaves less room than this goes on below the label.
    private static let leastBesideLabel = 20

    /// The lines of a message, each broken between words; a word that is wider than the terminal, such as an
    /// address, stays whole, so that it can be selected.
    ///
    /// - Parameter width: the columns of the terminal; nil if it is read by a program.
    package static func broken(_ lines: [String], to width: Int?) -> [String] {
        guard let width, width > 0 else { return lines }
        return lines.flatMap { (line) -> [String] in
            let lead = String(line.prefix { $0 == " " })
            return broken(
                line, after: lead, further: width < leastForIndent ? lead : lead + indent, to: width
            )
        }
    }

    /// A row of a page: a text behind a label, whose further lines stand below its first.
    ///
    /// - Parameters:
    ///   - label: with the spaces that separate it from the text.
    ///   - width: the columns of the terminal; nil if it is read by a program.
    package static func row(_ label: String, _ text: String, to width: Int?) -> [String] {
        guard let width, width > 0 else { return [label + text] }
        let hasRoom = width - label.columns >= leastBesideLabel
        let further =
            hasRoom
            ? String(repeating: " ", count: label.columns) : width < leastForIndent ? "" : indent
        return broken(label + text, after: label, further: further, to: width)
    }

    /// - Parameters:
    ///   - lead: what the line begins with, which is kept as it is.
    ///   - further: what each further line begins with.
    private static func broken(
        _ line: String, after lead: String, further: String, to width: Int
    ) -> [String] {
        guard !line.fits(in: width) else { return [line] }
        var lines: [String] = []
        var current = lead
        var hasWord = false
        for word in line.dropFirst(lead.count).split(separator: " ") {
            let longer = hasWord ? "\(current) \(word)" : current + word
            if !hasWord || longer.fits(in: width) {
                current = longer
            } else {
                lines.append(current)
                current = further + word
            }
            hasWord = true
        }
        return lines + [current]
    }
}
