/// What a batch has of the history, to be taken off what waits once a centre has it.
package struct OutboxReceipt: Sendable {
    fileprivate let turn: Int64
    fileprivate let numbers: [Int64]
    fileprivate let lastRenaming: Int64
    /// Down to where what was there before anything was handed over is done, and how much of that this has.
    fileprivate let fill: (above: Int64, count: Int)?

    /// Whether it is that of a batch.
    package func isOf(turn: Int64) -> Bool { self.turn == turn }
}

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
    package func receive(_ receipt: OutboxReceipt) throws(HistoryError) {
        _ = try withScribe { (scribe) throws(DatabaseError) in
            try scribe.inTransaction { () throws(DatabaseError) in
                for number in receipt.numbers {
                    try scribe.database.run(
                        "DELETE FROM unsent WHERE notice = ? AND turn <= ?",
                        [.integer(number), .integer(receipt.turn)])
                }
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

extension Scribe {
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

/// Reads what waits, within a transaction.
private struct OutboxReader {
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
        var (fill, older) = (Int64.min, 0)
        try database.rows("SELECT turn, fill, older, lost FROM outbox") {
            (row) throws(DatabaseError) in
            batch.turn = row.integer(0)
            (fill, older) = (row.integer(1), Int(row.integer(2)))
            batch.lost = Int(row.integer(3))
            return false
        }
        let lastRenaming = try readRenamings(limit, into: &batch)
        var filled: (above: Int64, count: Int)?
        // Only once all names are right is told what goes by them.
        if batch.renamings.count < limit {
            var bytes = 0
            try read(
                "SELECT notice, gone FROM unsent ORDER BY notice DESC LIMIT ?",
                [DatabaseValue(limit)], into: &batch, &bytes)
            let before = batch.items.count
            if fill > .min, before < limit, bytes < OutboxBatch.byteLimit {
                try read(
                    "SELECT number, 0 FROM notice WHERE number <= ?"
                        + " AND number NOT IN (SELECT notice FROM unsent) ORDER BY number DESC LIMIT ?",
                    [.integer(fill), DatabaseValue(limit - before)], into: &batch, &bytes)
                let count = batch.items.count - before
                let isDone = count < limit - before && bytes < OutboxBatch.byteLimit
                let last = count > 0 ? batch.items.last.map { $0.number - 1 } : nil
                filled = (isDone ? .min : last ?? fill, count)
            }
        }
        batch.waiting = Int(try database.number("SELECT count(*) FROM unsent") ?? 0) + older
        if !batch.isEmpty {
            try database.run("UPDATE outbox SET turn = turn + 1")
        } else if let above = filled?.above {
            // There is nothing that could arrive first.
            try database.run(
                "UPDATE outbox SET fill = ?, older = 0 WHERE fill > ?1", [.integer(above)])
        }
        let receipt = OutboxReceipt(
            turn: batch.turn, numbers: batch.items.map(\.number), lastRenaming: lastRenaming,
            fill: filled)
        return (batch, receipt)
    }

    /// The first time, everything that is there is to be handed over.
    private func begin() throws(DatabaseError) {
        try database.script(OutboxTable.row)
        try database.run(OutboxTable.fillAnew + " WHERE NOT is_on", [.integer(.min)])
    }

    /// Reads which phones have other names, and returns the number of the last of that.
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
            // One that somebody else took out with other tools is gone as well.
            let record = isGone ? nil : try reader.stored(number).map(Self.record)
            bytes += record?.count ?? 0
            batch.items.append(OutboxBatch.Item(number: number, record: record))
        }
    }

    private static func record(_ stored: StoredNotice) -> [UInt8] {
        let record = HistoryLine.line(of: stored)
        guard record.count > OutboxBatch.recordLimit else { return record }
        return HistoryLine.line(of: stored.withoutEarlierWords)
    }
}

extension StoredNotice {
    /// The same without the words that it had before.
    fileprivate var withoutEarlierWords: StoredNotice {
        StoredNotice(
            notice: notice, bond: bond,
            life: life.map { LifeEvent(change: $0.change, at: $0.at, removal: $0.removal) },
            removedAt: removedAt, detail: detail)
    }
}
