extension HistoryWriter {
    /// Begins to hand over: what the history calls itself, and what it is to be known by from now on.
    package func identify() throws(HistoryError) -> HistoryIdentity {
        try withScribe { (scribe) throws(DatabaseError) in
            try scribe.lasting { () throws(DatabaseError) in
                try scribe.database.script(OutboxTable.row)
                try scribe.database.script(
                    "UPDATE outbox SET next_token = coalesce(next_token, randomblob(16))")
            }
            var identity: HistoryIdentity?
            try scribe.database.rows(
                "SELECT lower(hex(history)), meeting, lower(hex(token)), lower(hex(next_token)) FROM outbox"
            ) { (row) throws(DatabaseError) in
                identity = HistoryIdentity(
                    history: row.string(0), meeting: row.integer(1), token: row.string(2),
                    next: row.string(3))
                return false
            }
            // Its row is made, where there was none, before it is read.
            return identity ?? HistoryIdentity(history: "", meeting: 0, token: "", next: "")
        }.value
    }

    /// Takes note that a centre knows the history by what `identify` said.
    ///
    /// - Parameter last: the number of the last batch that it has; where that is less than what it once had,
    ///   it has lost the rest, and everything is handed over once more.
    package func agree(afterTurn last: Int64) throws(HistoryError) {
        _ = try withScribe { (scribe) throws(DatabaseError) in
            try scribe.lasting { () throws(DatabaseError) in
                try scribe.database.run(
                    "UPDATE outbox SET meeting = meeting + 1, token = next_token, next_token = NULL"
                        + " WHERE next_token IS NOT NULL")
                let last = DatabaseValue.integer(min(max(last, 0), Self.lastTurn))
                try scribe.database.run(
                    OutboxTable.fillAnew + " WHERE is_on AND received > ?2", [.integer(.min), last])
                try scribe.database.run(
                    "UPDATE unsent SET gone = 1 WHERE gone = 2 AND turn > ?", [last])
                // Others have their turn another time.
                try scribe.database.run(
                    "UPDATE unsent SET gone = 4 WHERE notice IN (SELECT notice FROM unsent"
                        + " WHERE gone = 3 ORDER BY random() LIMIT ?)",
                    [DatabaseValue(OutboxTable.againLimit)])
                try scribe.database.run(
                    "UPDATE outbox SET received = min(received, ?1), turn = max(turn, ?1 + 1)",
                    [last])
            }
        }
    }

    /// No batch has a greater number; somebody else's centre may say anything.
    private static let lastTurn = Int64.max / 2

    /// What is to be handed over next, and what is to be given to `receive` once a centre has it.
    package func takeBatch(
        limit: Int = OutboxBatch.limit
    ) throws(HistoryError) -> (batch: OutboxBatch, receipt: OutboxReceipt) {
        try withScribe { (scribe) throws(DatabaseError) in
            try scribe.inTransaction { () throws(DatabaseError) in
                try OutboxReader(scribe.database).take(limit: limit)
            }
        }.value
    }

    /// Takes off what waits what a centre has.
    ///
    /// - Parameter isRefused: whether it did not take the notices, which are offered to it again when they next meet.
    package func receive(
        _ receipt: OutboxReceipt, isRefused: Bool = false
    ) throws(HistoryError) {
        _ = try withScribe { (scribe) throws(DatabaseError) in
            try scribe.inTransaction { () throws(DatabaseError) in
                if isRefused { try scribe.database.setAside(receipt) }
                try scribe.database.takeOff(receipt)
                try scribe.database.run(
                    "DELETE FROM renaming WHERE number <= ?", [.integer(receipt.lastRenaming)])
                if !receipt.numbers.isEmpty || receipt.lastRenaming > 0 {
                    try scribe.database.run(
                        "UPDATE outbox SET received = max(received, ?)", [.integer(receipt.turn)])
                }
                guard let fill = receipt.fill else { return }
                try scribe.database.run(
                    "UPDATE outbox SET fill = min(fill, ?1), older = iif(?1 = ?2, 0, max(0, older - ?3))",
                    [.integer(fill.above), .integer(.min), DatabaseValue(fill.count)])
            }
        }
    }
}

extension Database {
    /// Takes note that a centre did not take what is there of a batch.
    fileprivate func setAside(_ receipt: OutboxReceipt) throws(DatabaseError) {
        for number in receipt.numbers {
            try run(
                "INSERT INTO unsent (notice, turn, gone) SELECT number, ?2, 3 FROM notice"
                    + " WHERE number = ?1 ON CONFLICT (notice) DO UPDATE SET gone = 3"
                    + " WHERE turn <= ?2 AND gone IN (0, 4)",
                [.integer(number), .integer(receipt.turn)])
        }
    }

    /// Takes off what a centre has, and remembers of what was forgotten that it was told so.
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
    /// Does something that a power cut does not undo, whatever else it may.
    fileprivate func lasting(
        _ body: () throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        let usual = try database.number("PRAGMA synchronous") ?? 1
        try database.script("PRAGMA synchronous = FULL")
        defer { try? database.script("PRAGMA synchronous = \(usual)") }
        try inTransaction(body)
    }
}
