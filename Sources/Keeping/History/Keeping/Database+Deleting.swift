internal import Notices

extension Database {
    /// Rows that are taken out in one transaction, some milliseconds.
    static let rowsAtOnce = 250
    /// Pages of the index that are put together in one transaction.
    private static let pagesAtOnce = 200

    /// Takes a notice out of the history: its row, its life, and its words in the index.
    func delete(_ number: Int64, _ departure: Departure) throws(DatabaseError) {
        guard let row = try noticeRow(number) else { return }
        let (_, earlier) = try lifeSummary(of: number)
        let app = try app(row.app).visibleName
        try unindex(number, IndexedWords(row.texts, earlier: earlier, app: app))
        try run("DELETE FROM life WHERE notice = ?", [.integer(number)])
        try run("DELETE FROM notice WHERE number = ?", [.integer(number)])
        try noteDeparture(of: number, departure)
    }

    /// Takes some of the notices out that a condition holds for, and says how many and which was the
    /// last.
    ///
    /// - Parameters:
    ///   - condition: what follows `WHERE`.
    ///   - last: where to go on, so that those that stay are passed over once and not each time.
    func deleteSome(
        where condition: String, _ values: [DatabaseValue], after last: Int64 = .min,
        _ departure: Departure
    ) throws(DatabaseError) -> (count: Int, last: Int64) {
        try transaction { () throws(DatabaseError) in
            var numbers: [Int64] = []
            try rows(
                "SELECT number FROM notice WHERE \(condition) AND notice.number > ?"
                    + " ORDER BY number LIMIT \(Self.rowsAtOnce)", values + [.integer(last)]
            ) { (row) throws(DatabaseError) in
                numbers.append(row.integer(0))
                return true
            }
            for number in numbers { try delete(number, departure) }
            return (numbers.count, numbers.last ?? last)
        }
    }

    /// Takes some of what was told of beacons out that a condition holds for, and says how many.
    ///
    /// - Parameter condition: what begins with `WHERE`.
    func deleteSomeSightings(
        _ condition: String, _ values: [DatabaseValue]
    ) throws(DatabaseError) -> Int {
        try transaction { () throws(DatabaseError) in
            try run(
                "DELETE FROM sighting WHERE number IN (SELECT number FROM sighting \(condition)"
                    + " LIMIT \(Self.rowsAtOnce))", values)
            return changes
        }
    }

    /// Takes the names of apps out that no notice has any more.
    func deleteUnusedApps() throws(DatabaseError) {
        try transaction { () throws(DatabaseError) in
            try run(
                "DELETE FROM app WHERE NOT EXISTS"
                    + " (SELECT 1 FROM notice WHERE notice.app = app.number)")
        }
    }

    /// Takes the names of phones out of which nothing is kept any more, also those that a centre would be told.
    func deleteUnusedPhones() throws(DatabaseError) {
        try transaction { () throws(DatabaseError) in
            try run(
                "DELETE FROM phone WHERE number NOT IN (SELECT phone FROM notice)"
                    + " AND number NOT IN (SELECT phone FROM link)"
                    + " AND number NOT IN (SELECT phone FROM sighting WHERE phone IS NOT NULL)")
            try run("DELETE FROM renaming WHERE bond NOT IN (SELECT bond FROM phone)")
        }
    }

    /// Puts some parts of the index together, and says whether there is more to do.
    ///
    /// - Parameter isThorough: whether all of it becomes one part in the end, in which nothing is left
    ///   of words that were taken out; only for the first step.
    func mergeIndex(isThorough: Bool) throws(DatabaseError) -> Bool {
        // A number below zero puts all parts on one level first.
        let pages = isThorough ? -Self.pagesAtOnce : Self.pagesAtOnce
        let before = totalChanges
        try transaction { () throws(DatabaseError) in
            try run("INSERT INTO words (words, rank) VALUES ('merge', ?)", [DatabaseValue(pages)])
        }
        // Less than two changes are those of the statement itself.
        return totalChanges - before >= 2
    }

    /// Gives free pages back to the file system, and says whether there are more that can be given back.
    func freePages(_ count: Int) throws(DatabaseError) -> Bool {
        let before = try number("PRAGMA freelist_count") ?? 0
        try run("PRAGMA incremental_vacuum(\(count))")
        let after = try number("PRAGMA freelist_count") ?? 0
        // A file that another program has made need not be one that gives pages back.
        return after > 0 && after < before
    }

    /// Brings the log into the file and empties it; false where somebody still reads it.
    func emptyLog() throws(DatabaseError) -> Bool {
        try number("PRAGMA wal_checkpoint(TRUNCATE)") == 0
    }
}
