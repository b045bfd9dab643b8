/// Names the rows of a batch, so that `receive` can remove them from the queue after the upload.
package struct OutboxReceipt: Sendable {
    let turn: Int64
    let numbers: [Int64]
    /// Whether some of the notifications were deleted.
    let hasGone: Bool
    let lastRenaming: Int64
    /// New upper bound of the initial upload, and the number of its notifications in this batch.
    let fill: (above: Int64, count: Int)?

    /// Whether this is the receipt of the batch with this number.
    package func isOf(turn: Int64) -> Bool { self.turn == turn }
}

/// Reader of the upload queue, for use within a transaction.
struct OutboxReader {
    private let database: Database
    private let reader: HistoryReader

    init(_ database: Database) {
        self.database = database
        reader = HistoryReader(database)
    }

    func take(
        limit: Int
    ) throws(DatabaseError) -> (batch: OutboxBatch, receipt: OutboxReceipt) {
        try begin()
        var batch = OutboxBatch(turn: 0)
        let (fill, older) = try readQueue(into: &batch)
        let lastRenaming = try readRenamings(limit, into: &batch)
        let filled = try readWaiting(limit, fill, into: &batch)
        if batch.isEmpty { try readRefused(limit, into: &batch) }
        try readCounts(adding: older, into: &batch)
        if !batch.isEmpty {
            try database.run("UPDATE outbox SET turn = turn + 1")
        } else if let above = filled?.above {
            // No batch has to be confirmed first.
            try database.run(
                "UPDATE outbox SET fill = ?, older = 0 WHERE fill > ?1", [.integer(above)])
        }
        let receipt = OutboxReceipt(
            turn: batch.turn, numbers: batch.items.map(\.number),
            hasGone: batch.items.contains { $0.record == nil }, lastRenaming: lastRenaming,
            fill: filled)
        return (batch, receipt)
    }

    /// Schedules all existing notifications at the first use.
    private func begin() throws(DatabaseError) {
        try database.script(OutboxTable.row)
        try database.run(OutboxTable.fillAnew + " WHERE NOT is_on", [.integer(.min)])
    }

    /// Reads the state of the queue; returns the progress of the initial upload.
    ///
    /// - Returns: the highest row number still to be uploaded, and how many such rows are left
    private func readQueue(
        into batch: inout OutboxBatch
    ) throws(DatabaseError) -> (fill: Int64, older: Int) {
        var (fill, older) = (Int64.min, 0)
        try database.rows("SELECT turn, fill, older, lost FROM outbox") {
            (row) throws(DatabaseError) in
            batch.turn = row.integer(0)
            (fill, older) = (row.integer(1), Int(row.integer(2)))
            batch.lost = Int(row.integer(3))
            return false
        }
        return (fill, older)
    }

    /// Reads the renamings; returns the number of the last one.
    private func readRenamings(
        _ limit: Int, into batch: inout OutboxBatch
    ) throws(DatabaseError) -> Int64 {
        var last = Int64(0)
        var renamings: [OutboxBatch.Renaming] = []
        try database.rows(
            "SELECT number, bond, was, name FROM renaming ORDER BY number LIMIT ?",
            [DatabaseValue(limit)]
        ) { (row) throws(DatabaseError) in
            renamings.append(
                OutboxBatch.Renaming(
                    bond: row.string(1), was: row.string(2), name: row.string(3)))
            last = row.integer(0)
            return true
        }
        batch.renamings = renamings
        return last
    }

    /// Reads waiting notifications; returns the progress of the initial upload, if there was any.
    private func readWaiting(
        _ limit: Int, _ fill: Int64, into batch: inout OutboxBatch
    ) throws(DatabaseError) -> (above: Int64, count: Int)? {
        // Notifications follow only after all renamings.
        guard batch.renamings.count < limit else { return nil }
        var bytes = 0
        try read(
            "SELECT notice, gone FROM unsent WHERE \(OutboxTable.waits)"
                + " ORDER BY notice DESC LIMIT ?",
            [DatabaseValue(limit)], into: &batch, &bytes)
        let before = batch.items.count
        guard fill > .min, before < limit, bytes < OutboxBatch.byteLimit else { return nil }
        try read(
            "SELECT number, 0 FROM notice WHERE number <= ?"
                + " AND number NOT IN (SELECT notice FROM unsent) ORDER BY number DESC LIMIT ?",
            [.integer(fill), DatabaseValue(limit - before)], into: &batch, &bytes)
        let count = batch.items.count - before
        let isDone = count < limit - before && bytes < OutboxBatch.byteLimit
        let last = count > 0 ? batch.items.last.map { $0.number - 1 } : nil
        return (above: isDone ? .min : last ?? fill, count: count)
    }

    /// Reads refused notifications that are offered again.
    private func readRefused(_ limit: Int, into batch: inout OutboxBatch) throws(DatabaseError) {
        var bytes = 0
        try read(
            "SELECT notice, 0 FROM unsent WHERE gone = 4 ORDER BY notice DESC LIMIT ?",
            [DatabaseValue(limit)], into: &batch, &bytes)
        batch.isAgain = !batch.isEmpty
    }

    /// Counts the waiting notifications, including `older` of the initial upload, and the refused ones.
    private func readCounts(
        adding older: Int, into batch: inout OutboxBatch
    ) throws(DatabaseError) {
        // One statement for both counts, because the table may be large.
        try database.rows(
            "SELECT count(*) FILTER (WHERE \(OutboxTable.waits)),"
                + " count(*) FILTER (WHERE gone > 2) FROM unsent"
        ) { (row) throws(DatabaseError) in
            batch.waiting = Int(row.integer(0)) + older
            batch.refused = Int(row.integer(1))
            return false
        }
    }

    private func read(
        _ sql: String, _ values: [DatabaseValue], into batch: inout OutboxBatch,
        _ bytes: inout Int
    ) throws(DatabaseError) {
        var found: [(number: Int64, isGone: Bool)] = []
        try database.rows(sql, values) { (row) throws(DatabaseError) in
            found.append((row.integer(0), row.integer(1) != 0))
            return true
        }
        for (number, isGone) in found {
            guard bytes < OutboxBatch.byteLimit else { return }
            // A row deleted with other tools is also reported as deleted.
            let record = isGone ? nil : try reader.stored(number).map(HandedRecord.line)
            bytes += record?.count ?? 0
            batch.items.append(OutboxBatch.Item(number: number, record: record))
        }
    }
}
