import Linux

/// What a page asks of a centre's history, as its query has it.
struct CentreQuery: Hashable, Sendable {
    /// Why a query is none.
    struct Mistake: Error, Hashable {
        let sentence: String
    }

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

    private static let limits = 1...200
    private static let usualLimit = 50
    private static let wordsLimit = 512
    private static let timeLimit = 40

    /// What is looked for; empty where all is listed.
    let words: String
    let since: String?
    let until: String?
    let limit: Int
    let before: Place?

    /// Reads the query of an address.
    init(_ query: [String: String]) throws(Mistake) {
        words = try Self.text(query["search"] ?? "", "search", atMost: Self.wordsLimit)
        since = try Self.time(query, "since")
        until = try Self.time(query, "until")
        guard let limit = query["limit"].map({ Int($0) }) ?? Self.usualLimit,
            Self.limits ~= limit
        else { throw Mistake(sentence: "limit is a number from 1 to \(Self.limits.upperBound)") }
        self.limit = limit
        before = try query["before"].map { (text) throws(Mistake) in
            guard let place = Place(text) else {
                throw Mistake(sentence: "before is what an answer called next")
            }
            return place
        }
    }

    private static func time(_ query: [String: String], _ name: String) throws(Mistake) -> String? {
        guard let text = query[name], !text.isEmpty else { return nil }
        return try Self.text(text, name, atMost: timeLimit)
    }

    private static func text(
        _ text: String, _ name: String, atMost limit: Int
    ) throws(Mistake) -> String {
        guard text.utf8.count <= limit, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw Mistake(sentence: "\(name) is at most \(limit) bytes without control characters")
        }
        return text
    }

    // MARK: Commands

    /// The command that answers it: one notice more than is wanted says whether there are more.
    func command(_ program: CentreProgram) -> [String]? {
        let options =
            ["--format=json", "--limit=\(limit + 1 + (before?.passed ?? 0))"] + times
        return words.isEmpty
            ? program.words("history", options) : program.words("search", options, [words])
    }

    /// The command that draws what of the time is asked for.
    func picture(_ program: CentreProgram) -> [String]? {
        program.words("stats", ["--svg=-"] + times)
    }

    private var times: [String] {
        // The moment itself is meant as well.
        let end = before.map { $0.moment.advanced(by: .milliseconds(1)).timestamp } ?? until
        return (since.map { ["--since=\($0)"] } ?? []) + (end.map { ["--until=\($0)"] } ?? [])
    }
}
