import Linux
import Settings

/// The time that a person means by `--since` and `--until`.
struct TimeOptions: Sendable {
    private let since: String?
    private let until: String?

    /// - Parameter arguments: of a command that takes both.
    init(_ arguments: ParsedArguments) {
        since = arguments[FilterOptions.since]
        until = arguments[FilterOptions.until]
    }

    /// The time, by the clock of the moment; nil where an end is open.
    func span(
        _ words: TimeWords = TimeWords()
    ) throws(FilterOptions.Problem) -> (since: WallTime?, until: WallTime?) {
        let start = try since.map { (text) throws(FilterOptions.Problem) in
            try words.span(text, of: "--since").start
        }
        let end = try until.map { (text) throws(FilterOptions.Problem) in
            try words.span(text, of: "--until").end
        }
        if let start, let end, start.milliseconds >= end.milliseconds {
            throw FilterOptions.Problem(
                description: "nothing is between --since, \(start.shown), and --until, "
                    + end.shown)
        }
        return (start, end)
    }
}

extension WallTime {
    /// The moment as a sentence has it.
    fileprivate var shown: String {
        let parts = timestamp.split(separator: "T", maxSplits: 1)
        return "\(parts.first ?? "") \(parts.last?.prefix(5) ?? "")"
    }
}
