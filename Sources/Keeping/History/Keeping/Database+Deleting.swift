internal import Notices

extension Database {
    /// Rows deleted per transaction, some milliseconds of work.
    static let rowsAtOnce = 250
    /// Index pages merged per transaction.
    private static let pagesAtOnce = 200

    /// Deletes a notification: its row, its life cycle, and its words in the index.
    func delete(_ number: Int64, _ departure: Departure) throws(DatabaseError) {
        guard let row = try noticeRow(number) else { return }
        let (_, earlier) = try lifeSummary(of: number)
        let app = try app(row.app).visibleName
        try unindex(number, IndexedWords(row.texts, earlier: earlier, app: app))
        try run("DELETE FROM life WHERE notice = ?", [.integer(number)])
        try run("DELETE FROM notice WHERE number = ?", [.integer(number)])
        try noteDeparture(of: number, departure)
    }

    /// Deletes at most `rowsAtOnce` notifications that match a condition.
    ///
    /// - Parameters:
    ///   - condition: text after `WHERE`
    ///   - last: row number after which to continue, so that rows to keep are skipped only once
    /// - Returns: how many were deleted, and the row number of the last one, or `last` without any
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

    /// Deletes at most `rowsAtOnce` beacon events that match a condition; returns how many.
    ///
    /// - Parameter condition: text that begins with `WHERE`
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

    /// Deletes at most `rowsAtOnce` battery levels that match a condition; returns how many.
    ///
    /// - Parameter condition: text that begins with `WHERE`
    func deleteSomeLevels(
        _ condition: String, _ values: [DatabaseValue]
    ) throws(DatabaseError) -> Int {
        try transaction { () throws(DatabaseError) in
            try run(
                "DELETE FROM battery WHERE (phone, at) IN (SELECT phone, at FROM battery"
                    + " \(condition) LIMIT \(Self.rowsAtOnce))", values)
            return changes
        }
    }

    /// Deletes app names that no notification refers to.
    func deleteUnusedApps() throws(DatabaseError) {
        try transaction { () throws(DatabaseError) in
            try run(
                "DELETE FROM app WHERE NOT EXISTS"
                    + " (SELECT 1 FROM notice WHERE notice.app = app.number)")
        }
    }

    /// Deletes phone names that no row refers to, and the renamings of phones that are then unknown,
    /// which wait for upload to the central database.
    func deleteUnusedPhones() throws(DatabaseError) {
        try transaction { () throws(DatabaseError) in
            try run(
                "DELETE FROM phone WHERE number NOT IN (SELECT phone FROM notice)"
                    + " AND number NOT IN (SELECT phone FROM link)"
                    + " AND number NOT IN (SELECT phone FROM sighting WHERE phone IS NOT NULL)"
                    + " AND number NOT IN (SELECT phone FROM battery)")
            try run("DELETE FROM renaming WHERE bond NOT IN (SELECT bond FROM phone)")
        }
    }

    /// Merges some index segments; returns whether more work is left.
    ///
    /// - Parameter isThorough: whether all segments are merged to one without deleted words; only
    ///   for the first step
    func mergeIndex(isThorough: Bool) throws(DatabaseError) -> Bool {
        // A negative number first moves all segments to one level.
        let pages = isThorough ? -Self.pagesAtOnce : Self.pagesAtOnce
        let before = totalChanges
        try transaction { () throws(DatabaseError) in
            try run("INSERT INTO words (words, rank) VALUES ('merge', ?)", [DatabaseValue(pages)])
        }
        // Less than two changes mean that only the statement itself counted.
        return totalChanges - before >= 2
    }

    /// Returns free pages to the file system; returns whether more can be freed.
    func freePages(_ count: Int) throws(DatabaseError) -> Bool {
        let before = try number("PRAGMA freelist_count") ?? 0
        try run("PRAGMA incremental_vacuum(\(count))")
        let after = try number("PRAGMA freelist_count") ?? 0
        // A file created by another program may not support this.
        return after > 0 && after < before
    }

    /// Checkpoints and truncates the log; false if it is still being read.
    func emptyLog() throws(DatabaseError) -> Bool {
        try number("PRAGMA wal_checkpoint(TRUNCATE)") == 0
    }
}
