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
        // The index has its own order: of another the first are known once all hits are.
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

    /// Something that was found, and when it was.
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

    /// A cross join is done from left to right: the index first, newest first, then the notices.
    private static let wordsThenNotices =
        "words CROSS JOIN notice ON notice.number = words.rowid"

    /// Looks for what has no word in it, which no index knows: signs such as `?!`.
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
