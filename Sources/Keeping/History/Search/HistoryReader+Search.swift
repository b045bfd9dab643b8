internal import Notices

/// Whether a search was complete.
package enum SearchEnd: Hashable, Sendable {
    case complete
    /// The time limit or the hit limit was reached; older hits may be missing.
    case cut
}

extension HistoryReader {
    /// Default time limit of a search, short enough for searches during typing.
    package static let searchTime: Duration = .milliseconds(200)
    /// Limit of hits per search.
    package static let hitLimit = 10_000

    /// Passes notifications that contain the words to `take`, newest first, until it returns false.
    ///
    /// - Parameter limit: time limit; hits found until then are passed
    package func search(
        _ words: SearchWords, _ filter: HistoryFilter = HistoryFilter(),
        within limit: Duration = searchTime, _ take: (StoredNotice) -> Bool
    ) throws(HistoryError) -> SearchEnd {
        try HistoryError.translate { () throws(DatabaseError) in
            // Hits are collected first, so that a slow reader does not shorten the search.
            let (numbers, end) = try find(words, filter, within: limit)
            for number in numbers {
                guard let notice = try stored(number) else { continue }
                if !take(notice) { break }
            }
            return end
        }
    }

    /// Returns the number of notifications that contain the words.
    package func count(
        of words: SearchWords, _ filter: HistoryFilter = HistoryFilter(),
        within limit: Duration = searchTime
    ) throws(HistoryError) -> (count: Int, end: SearchEnd) {
        try HistoryError.translate { () throws(DatabaseError) in
            var all = filter
            all.limit = .max
            let (numbers, end) = try find(words, all, within: limit)
            return (numbers.count, end)
        }
    }

    /// Returns the numbers of notifications that contain the words, newest first.
    ///
    /// - Parameter limit: time limit; nil for none
    func find(
        _ words: SearchWords, _ filter: HistoryFilter, within limit: Duration?
    ) throws(DatabaseError) -> (numbers: [Int64], end: SearchEnd) {
        guard !words.isEmpty else { return ([], .complete) }
        // The index is sorted by arrival; for another order all hits are required first.
        let wanted = filter.limit ?? Self.hitLimit
        let most = filter.order == .received ? wanted : max(wanted, Self.hitLimit)
        let plan = SearchPlan(words, try wordSplitter())
        var hits: [Hit] = []
        var isCut = false
        do throws(DatabaseError) {
            try database.within(limit) { () throws(DatabaseError) in
                try look(for: plan, filter) { hit in
                    guard hits.count < most, !database.isTimeOver else {
                        isCut = hits.count < most || filter.limit.map { $0 > hits.count } ?? true
                        return false
                    }
                    hits.append(hit)
                    return true
                }
            }
        } catch {
            guard error.code.primary == .interrupted else { throw error }
            isCut = true
        }
        if filter.order == .sent { hits.sort { $1 < $0 } }
        return (hits.prefix(wanted).map(\.number), isCut ? .cut : .complete)
    }

    /// Hit with its sort key.
    private struct Hit: Comparable {
        let moment: Int64
        let number: Int64

        static func < (left: Hit, right: Hit) -> Bool {
            (left.moment, left.number) < (right.moment, right.number)
        }
    }

    private func look(
        for plan: SearchPlan, _ filter: HistoryFilter, _ take: (Hit) -> Bool
    ) throws(DatabaseError) {
        let clause = try FilterClause(filter, in: database, reading: .received)
        guard let expression = plan.expression else {
            return try lookEverywhere(for: plan.literal, clause, take)
        }
        let conditions = (["words MATCH ?"] + clause.conditions).joined(separator: " AND ")
        let needsNotice = filter.order == .sent || !clause.conditions.isEmpty
        let source = needsNotice ? Self.wordsThenNotices : "words"
        let moment = filter.order == .sent ? Schema.moment : "0"
        try database.rows(
            "SELECT words.rowid, \(moment) FROM \(source) WHERE \(conditions) ORDER BY words.rowid DESC",
            [DatabaseValue(expression)] + clause.values
        ) { (row) throws(DatabaseError) in
            take(Hit(moment: row.integer(1), number: row.integer(0)))
        }
    }

    /// SQLite evaluates a cross join from left to right: first the index, newest first, then the
    /// rows.
    private static let wordsThenNotices =
        "words CROSS JOIN notice ON notice.number = words.rowid"

    /// Searches for text without words, such as `?!`, which the index does not contain.
    private func lookEverywhere(
        for literal: String, _ clause: FilterClause, _ take: (Hit) -> Bool
    ) throws(DatabaseError) {
        let found = "(instr(title, ?) > 0 OR instr(subtitle, ?) > 0 OR instr(message, ?) > 0)"
        let text = DatabaseValue(literal)
        let conditions = ([found] + clause.conditions).joined(separator: " AND ")
        try database.rows(
            "SELECT number, \(Schema.moment) FROM notice WHERE \(conditions)"
                + " ORDER BY number DESC",
            [text, text, text] + clause.values
        ) { (row) throws(DatabaseError) in
            take(Hit(moment: row.integer(1), number: row.integer(0)))
        }
    }
}

extension Array where Element: Equatable {
    /// Returns the ranges of a sequence of elements, without overlaps.
    func ranges(of wanted: [Element]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        while !wanted.isEmpty, start + wanted.count <= count {
            if self[start..<start + wanted.count].elementsEqual(wanted) {
                ranges.append(start..<start + wanted.count)
                start += wanted.count
            } else {
                start += 1
            }
        }
        return ranges
    }
}
