import Notices

/// Word wrapping for a terminal.
package struct TrialText: Sendable {
    /// Minimum width; narrower terminals wrap lines themselves.
    private static let narrowest = 20
    /// Minimum width for results in columns.
    private static let wide = 76

    private let columns: Int

    /// - Parameter columns: width of the terminal; nil if unknown.
    package init(columns: Int?) {
        self.columns = max(Self.narrowest, columns ?? 80)
    }

    /// Returns the lines of a paragraph.
    ///
    /// - Parameters:
    ///   - indent: spaces before each line.
    ///   - hanging: further spaces before all lines but the first.
    package func lines(_ text: String, indent: Int = 0, hanging: Int = 0) -> [String] {
        let first = String(repeating: " ", count: indent)
        let next = first + String(repeating: " ", count: hanging)
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            let words = Text(String(line)).cleaned()
            let whole = words.wrapped(to: columns - indent, lines: Int.max)
            guard let head = whole.first else { return [""] }
            guard hanging > 0 else { return whole.map { first + $0 } }
            let rest = whole.dropFirst().joined(separator: " ").wrapped(
                to: columns - indent - hanging, lines: Int.max)
            return [first + head] + rest.map { next + $0 }
        }
    }

    /// Returns a question, wrapped so that the answer fits on its last line.
    package func question(_ text: String) -> String {
        // One column for the space, and a few for the answer.
        let lines = Text(text).cleaned().wrapped(to: max(1, columns - 4), lines: Int.max)
        return lines.joined(separator: "\n") + " "
    }

    /// Returns the first choice that fits on the last line of the terminal, otherwise the start of the last choice.
    package func lastLine(_ choices: [String]) -> String {
        choices.first { $0.fits(in: columns - 1) } ?? (choices.last ?? "").cut(to: columns - 1)
    }

    /// Returns the lines with the results of all steps.
    package func results(_ report: TrialReport) -> [String] {
        guard columns >= Self.wide else {
            return report.rows.flatMap { row in
                lines(row.step + ": " + row.outcome)
                    + (row.words.isEmpty ? [] : lines(row.words, indent: 2))
            }
        }
        return report.rows.flatMap { row in
            let line = row.left + (row.words.isEmpty ? "" : "  " + row.words)
            return line.fits(in: columns) ? [line] : [row.left] + lines(row.words, indent: 4)
        }
    }
}
