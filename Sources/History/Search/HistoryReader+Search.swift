internal import Notices

/// Whether a search looked at everything.
package enum SearchEnd: Hashable, Sendable {
    /// It did.
    case complete
    /// The time was over, or there were more hits than are told: there may be further ones that are
    /// older.
    case cut
}

extension HistoryReader {
    /// How long a search may take; who types wants to read on.
    package static let searchTime: Duration = .milliseconds(200)
    /// Hits that are told of one search.
    package static let hitLimit = 10_000

    /// Hands over the notices with some words, the newest first, until `take` says that it has had
    /// enough.
    ///
    /// - Parameter limit: how long may be searched; what was found until then is told.
    package func search(
        _ words: SearchWords, _ filter: HistoryFilter = HistoryFilter(),
        within limit: Duration = searchTime, _ take: (StoredNotice) -> Bool
    ) throws(HistoryError) -> SearchEnd {
        try HistoryError.translate { () throws(DatabaseError) in
            // The hits are gathered first: who is slow to read them must not shorten the search.
            let (numbers, end) = try find(words, filter, within: limit)
            for number in numbers {
                guard let notice = try stored(number) else { continue }
                if !take(notice) { break }
            }
            return end
        }
    }

    /// How many notices have some words.
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

    /// The numbers of the notices with some words, the newest first.
    ///
    /// - Parameter limit: how long may be searched; nil for as long as it takes.
    func find(
        _ words: SearchWords, _ filter: HistoryFilter, within limit: Duration?
    ) throws(DatabaseError) -> (numbers: [Int64], end: SearchEnd) {
        guard !words.isEmpty else { return ([], .complete) }
        let most = filter.limit ?? Self.hitLimit
        let plan = SearchPlan(words, try wordSplitter())
        var numbers: [Int64] = []
        var isCut = false
        do throws(DatabaseError) {
            try database.within(limit) { () throws(DatabaseError) in
                try look(for: plan, filter) { number in
                    guard numbers.count < most, !database.isTimeOver else {
                        isCut = numbers.count < most || filter.limit == nil
                        return false
                    }
                    numbers.append(number)
                    return true
                }
            }
        } catch {
            guard error.code.primary == .interrupted else { throw error }
            isCut = true
        }
        return (numbers, isCut ? .cut : .complete)
    }

    private func look(
        for plan: SearchPlan, _ filter: HistoryFilter, _ take: (Int64) -> Bool
    ) throws(DatabaseError) {
        let clause = try FilterClause(filter, in: database)
        guard let expression = plan.expression else {
            return try lookEverywhere(for: plan.literal, clause, take)
        }
        let conditions = (["words MATCH ?"] + clause.conditions).joined(separator: " AND ")
        let source = clause.conditions.isEmpty ? "words" : Self.wordsThenNotices
        try database.rows(
            "SELECT words.rowid FROM \(source) WHERE \(conditions) ORDER BY words.rowid DESC",
            [DatabaseValue(expression)] + clause.values
        ) { (row) throws(DatabaseError) in
            take(row.integer(0))
        }
    }

    /// A cross join is done from left to right: the index first, newest first, then the notices.
    private static let wordsThenNotices =
        "words CROSS JOIN notice ON notice.number = words.rowid"

    /// Looks for what has no word in it, which no index knows: signs such as `?!`.
    private func lookEverywhere(
        for literal: String, _ clause: FilterClause, _ take: (Int64) -> Bool
    ) throws(DatabaseError) {
        let found = "(instr(title, ?) > 0 OR instr(subtitle, ?) > 0 OR instr(message, ?) > 0)"
        let text = DatabaseValue(literal)
        let conditions = ([found] + clause.conditions).joined(separator: " AND ")
        try database.rows(
            "SELECT number FROM notice WHERE \(conditions) ORDER BY number DESC",
            [text, text, text] + clause.values
        ) { (row) throws(DatabaseError) in
            take(row.integer(0))
        }
    }
}

extension Array where Element: Equatable {
    /// Where some elements stand in a row; each begins behind the one before.
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
