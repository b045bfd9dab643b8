import Control
import Linux
import Notices

/// A page's query of a central database's history, as commands.
struct CentralQuery: Hashable, Sendable {
    /// A position in a list: after the first `passed` notifications with the timestamp `moment`.
    struct Place: Hashable, Sendable, CustomStringConvertible {
        /// Limit of `passed`.
        static let passedLimit = 1_000

        let moment: WallTime
        let passed: Int

        /// Text form for the parameter `before`.
        var description: String { "\(moment.milliseconds).\(passed)" }

        init(moment: WallTime, passed: Int) {
            self.moment = moment
            self.passed = passed
        }

        init?(_ text: String) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, let moment = Int64(parts[0]), let passed = Int(parts[1]),
                Self.moments.contains(moment), 1...Self.passedLimit ~= passed
            else { return nil }
            self.init(moment: WallTime(milliseconds: moment), passed: passed)
        }

        /// Timestamps from 1970 to the year 9999.
        private static let moments: ClosedRange<Int64> = 0...253_402_300_799_999
    }

    private static let usualLimit = 50

    private let query: HistoryQuery
    /// Maximum notifications of the answer.
    let limit: Int
    /// Position at which the list continues; nil for the first page.
    let before: Place?

    init(_ query: HistoryQuery) throws(HistoryQuery.Mistake) {
        self.query = query
        limit = query.limit ?? Self.usualLimit
        before = try query.before.map { (text) throws(HistoryQuery.Mistake) in
            guard let place = Place(text) else {
                throw HistoryQuery.Mistake(
                    sentence: "before must be the value of next in an earlier answer")
            }
            return place
        }
    }

    /// Whether the query has search words.
    var isSearch: Bool { query.words != nil }

    /// The command for this query; nil if the program is not installed.
    ///
    /// It requests one more notification than needed, which shows whether there are more.
    ///
    /// - Parameter codes: whether one-time codes are shown.
    func command(_ program: CentralChild, _ codes: CodeDisplay) -> [String]? {
        let options =
            ["--format=json", "--number=\(limit + 1 + (before?.passed ?? 0))"]
            + (query.calls ? ["--calls"] : []) + Self.times(query, before)
        // Other users of this host can see the arguments of programs, but must not see the search
        // words.
        return isSearch
            ? program.words(
                "search", options + ["--suggest"] + (codes == .hide ? ["--codes=hide"] : []), ["-"])
            : program.words("history", options)
    }

    /// Standard input of the command: the search words.
    var input: [UInt8] { Array((query.words ?? "").utf8) }

    /// The command for statistics.
    static func statistics(
        _ query: HistoryQuery, as form: StatisticsRequest.Form, _ program: CentralChild
    ) -> [String]? {
        program.words("stats", [form == .svg ? "--svg=-" : "--json"] + times(query, nil))
    }

    private static func times(_ query: HistoryQuery, _ before: Place?) -> [String] {
        // `--until` excludes its own timestamp, which must be included here.
        let end = before.map { $0.moment.advanced(by: .milliseconds(1)) } ?? query.until
        return (query.since.map { ["--since=\($0.timestamp)"] } ?? [])
            + (end.map { ["--until=\($0.timestamp)"] } ?? [])
    }
}
