package import Linux
package import Settings

/// Time range of `--since` and `--until`.
package struct TimeOptions: Sendable {
    private let since: String?
    private let until: String?

    /// Reads the options.
    ///
    /// - Parameter arguments: arguments of a command with both options
    package init(_ arguments: ParsedArguments) {
        since = arguments[FilterOptions.since]
        until = arguments[FilterOptions.until]
    }

    /// Returns the range, with times as `words` understands them; nil for an open end.
    package func span(
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
                description: "--since, \(start.shown), must be before --until, "
                    + end.shown)
        }
        return (start, end)
    }
}

extension WallTime {
    /// The local date and time to the minute, for messages.
    fileprivate var shown: String {
        let parts = timestamp.split(separator: "T", maxSplits: 1)
        return "\(parts.first ?? "") \(parts.last?.prefix(5) ?? "")"
    }
}
