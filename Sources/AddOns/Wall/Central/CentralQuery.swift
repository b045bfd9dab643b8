import Contract
import Linux
import Notices

/// What a page asks of a centre's history, as its query has it.
struct CentralQuery: Hashable, Sendable {
    /// A place in a list: behind so many notices of this moment.
    struct Place: Hashable, Sendable, CustomStringConvertible {
        /// Notices of one moment that can be passed over.
        static let passedLimit = 1_000

        let moment: WallTime
        let passed: Int

        /// As pages give it back.
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

        /// From 1970 to the year 9999.
        private static let moments: ClosedRange<Int64> = 0...253_402_300_799_999
    }

    private static let usualLimit = 50

    private let query: HistoryQuery
    /// Notices that are wanted at most.
    let limit: Int
    /// Where the list goes on; nil where it begins.
    let before: Place?

    init(_ query: HistoryQuery) throws(HistoryQuery.Mistake) {
        self.query = query
        limit = query.limit ?? Self.usualLimit
        before = try query.before.map { (text) throws(HistoryQuery.Mistake) in
            guard let place = Place(text) else {
                throw HistoryQuery.Mistake(sentence: "before is what an answer called next")
            }
            return place
        }
    }

    /// Whether words are looked for.
    var isSearch: Bool { query.words != nil }

    /// The command that answers it: one notice more than is wanted says whether there are more.
    ///
    /// - Parameter codes: whether one-time codes are legible.
    func command(_ program: CentralChild, _ codes: CodeDisplay) -> [String]? {
        let options =
            ["--format=json", "--number=\(limit + 1 + (before?.passed ?? 0))"]
            + (query.calls ? ["--calls"] : []) + Self.times(query, before)
        // Whoever else is on this machine sees the arguments of programs, and is not to see the words.
        return isSearch
            ? program.words(
                "search", options + ["--suggest"] + (codes == .hide ? ["--codes=hide"] : []), ["-"])
            : program.words("history", options)
    }

    /// What the command reads: the words that are looked for.
    var input: [UInt8] { Array((query.words ?? "").utf8) }

    /// The command that counts what is asked for.
    static func statistics(
        _ query: HistoryQuery, as form: StatisticsRequest.Form, _ program: CentralChild
    ) -> [String]? {
        program.words("stats", [form == .svg ? "--svg=-" : "--json"] + times(query, nil))
    }

    private static func times(_ query: HistoryQuery, _ before: Place?) -> [String] {
        // The moment itself is meant as well.
        let end = before.map { $0.moment.advanced(by: .milliseconds(1)) } ?? query.until
        return (query.since.map { ["--since=\($0.timestamp)"] } ?? [])
            + (end.map { ["--until=\($0.timestamp)"] } ?? [])
    }
}
