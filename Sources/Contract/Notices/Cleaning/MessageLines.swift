/// Word wrapping of messages to the width of the terminal.
package enum MessageLines {
    /// Narrowest terminal on which continuation lines are indented.
    private static let leastForIndent = 40
    private static let indent = "  "
    /// Narrowest text column beside a label; if less is available, the text continues below the label.
    private static let leastBesideLabel = 20

    /// Wraps each line of a message between words.
    ///
    /// A word wider than the terminal, such as an address, is not broken, so that it can be selected.
    ///
    /// - Parameter width: columns of the terminal; nil if output is not a terminal.
    package static func broken(_ lines: [String], to width: Int?) -> [String] {
        guard let width, width > 0 else { return lines }
        return lines.flatMap { (line) -> [String] in
            let lead = String(line.prefix { $0 == " " })
            return broken(
                line, after: lead, further: width < leastForIndent ? lead : lead + indent, to: width
            )
        }
    }

    /// Wraps a text beside a label; further lines are aligned with the first.
    ///
    /// - Parameters:
    ///   - label: label including the spaces that separate it from the text.
    ///   - width: columns of the terminal; nil if output is not a terminal.
    package static func row(_ label: String, _ text: String, to width: Int?) -> [String] {
        guard let width, width > 0 else { return [label + text] }
        let hasRoom = width - label.columns >= leastBesideLabel
        let further =
            hasRoom
            ? String(repeating: " ", count: label.columns) : width < leastForIndent ? "" : indent
        return broken(label + text, after: label, further: further, to: width)
    }

    /// - Parameters:
    ///   - lead: beginning of the line, which is kept unchanged.
    ///   - further: prefix of each further line.
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
