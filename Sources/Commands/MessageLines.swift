internal import Notices

/// Breaks what is said to a person at words, in the width of their terminal.
enum MessageLines {
    /// On narrower terminals further lines have no indent.
    private static let leastForIndent = 40
    private static let indent = "  "

    /// The lines of a message, each broken between words; a word that is wider than the terminal, such as an
    /// address, stays whole, so that it can be selected.
    ///
    /// - Parameter width: the columns of the terminal; nil if nobody reads it on one.
    static func broken(_ lines: [String], to width: Int?) -> [String] {
        guard let width, width > 0 else { return lines }
        return lines.flatMap { broken($0, to: width) }
    }

    private static func broken(_ line: String, to width: Int) -> [String] {
        guard !line.fits(in: width) else { return [line] }
        let lead = String(line.prefix { $0 == " " })
        let further = width < leastForIndent ? lead : lead + indent
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
