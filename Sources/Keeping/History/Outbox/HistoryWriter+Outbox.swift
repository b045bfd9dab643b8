extension HistoryWriter {
    /// Prepares an upload; returns the history's identity with its next token.
    package func identify() throws(HistoryError) -> HistoryIdentity {
        try withStore { (store) throws(DatabaseError) in
            try store.lasting { () throws(DatabaseError) in
                try store.database.script(OutboxTable.row)
                try store.database.script(
                    "UPDATE outbox SET next_token = coalesce(next_token, randomblob(16))")
            }
            var identity: HistoryIdentity?
            try store.database.rows(
                "SELECT lower(hex(history)), meeting, lower(hex(token)), lower(hex(next_token)) FROM outbox"
            ) { (row) throws(DatabaseError) in
                identity = HistoryIdentity(
                    history: row.string(0), meeting: row.integer(1), token: row.string(2),
                    next: row.string(3))
                return false
            }
            // The statement above created the row if there was none.
            return identity ?? HistoryIdentity(history: "", meeting: 0, token: "", next: "")
        }.value
    }

    /// Records that the central database has accepted the identity from `identify`.
    ///
    /// - Parameter last: number of the last batch in the central database; if it is lower than the
    ///   last confirmed number, everything is uploaded again
    package func agree(afterTurn last: Int64) throws(HistoryError) {
        _ = try withStore { (store) throws(DatabaseError) in
            try store.lasting { () throws(DatabaseError) in
                try store.database.run(
                    "UPDATE outbox SET meeting = meeting + 1, token = next_token, next_token = NULL"
                        + " WHERE next_token IS NOT NULL")
                let last = DatabaseValue.integer(min(max(last, 0), Self.lastTurn))
                try store.database.run(
                    OutboxTable.fillAnew + " WHERE is_on AND received > ?2", [.integer(.min), last])
                try store.database.run(
                    "UPDATE unsent SET gone = 1 WHERE gone = 2 AND turn > ?", [last])
                // A random choice, so that all refused notifications are retried at some connection.
                try store.database.run(
                    "UPDATE unsent SET gone = 4 WHERE notice IN (SELECT notice FROM unsent"
                        + " WHERE gone = 3 ORDER BY random() LIMIT ?)",
                    [DatabaseValue(OutboxTable.againLimit)])
                try store.database.run(
                    "UPDATE outbox SET received = min(received, ?1), turn = max(turn, ?1 + 1)",
                    [last])
            }
        }
    }

    /// Limit of batch numbers; an untrusted central database may send any number.
    private static let lastTurn = Int64.max / 2

    /// Returns the next batch, and the receipt to pass to `receive` after the upload.
    package func takeBatch(
        limit: Int = OutboxBatch.limit
    ) throws(HistoryError) -> (batch: OutboxBatch, receipt: OutboxReceipt) {
        try withStore { (store) throws(DatabaseError) in
            try store.inTransaction { () throws(DatabaseError) in
                try OutboxReader(store.database).take(limit: limit)
            }
        }.value
    }

    /// Removes uploaded rows from the queue.
    ///
    /// - Parameter isRefused: whether the notifications were refused; they are offered again at
    ///   later connections
    package func receive(
        _ receipt: OutboxReceipt, isRefused: Bool = false
    ) throws(HistoryError) {
        _ = try withStore { (store) throws(DatabaseError) in
            try store.inTransaction { () throws(DatabaseError) in
                if isRefused { try store.database.setAside(receipt) }
                try store.database.takeOff(receipt)
                try store.database.run(
                    "DELETE FROM renaming WHERE number <= ?", [.integer(receipt.lastRenaming)])
                if !receipt.numbers.isEmpty || receipt.lastRenaming > 0 {
                    try store.database.run(
                        "UPDATE outbox SET received = max(received, ?)", [.integer(receipt.turn)])
                }
                guard let fill = receipt.fill else { return }
                try store.database.run(
                    "UPDATE outbox SET fill = min(fill, ?1), older = iif(?1 = ?2, 0, max(0, older - ?3))",
                    [.integer(fill.above), .integer(.min), DatabaseValue(fill.count)])
            }
        }
    }
}

extension Database {
    /// Marks the existing notifications of a batch as refused.
    fileprivate func setAside(_ receipt: OutboxReceipt) throws(DatabaseError) {
        for number in receipt.numbers {
            try run(
                "INSERT INTO unsent (notice, turn, gone) SELECT number, ?2, 3 FROM notice"
                    + " WHERE number = ?1 ON CONFLICT (notice) DO UPDATE SET gone = 3"
                    + " WHERE turn <= ?2 AND gone IN (0, 4)",
                [.integer(number), .integer(receipt.turn)])
        }
    }

    /// Removes uploaded rows from the queue, and marks deletions as reported.
    fileprivate func takeOff(_ receipt: OutboxReceipt) throws(DatabaseError) {
        for number in receipt.numbers {
            let values = [DatabaseValue.integer(number), .integer(receipt.turn)]
            try run("DELETE FROM unsent WHERE notice = ? AND turn <= ? AND gone IN (0, 4)", values)
            guard receipt.hasGone else { continue }
            try run(
                "UPDATE unsent SET gone = 2, turn = ?2 WHERE notice = ?1 AND turn <= ?2 AND gone = 1",
                values)
        }
        guard receipt.hasGone else { return }
        try run(
            "DELETE FROM unsent WHERE gone = 2 AND notice NOT IN"
                + " (SELECT notice FROM unsent WHERE gone = 2 ORDER BY turn DESC, notice DESC LIMIT ?)",
            [DatabaseValue(OutboxTable.toldLimit)])
    }
}

extension EventStore {
    /// Runs `body` in a transaction that survives a power failure.
    fileprivate func lasting(
        _ body: () throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        let usual = try database.number("PRAGMA synchronous") ?? 1
        try database.script("PRAGMA synchronous = FULL")
        defer { try? database.script("PRAGMA synchronous = \(usual)") }
        try inTransaction(body)
    }
}
