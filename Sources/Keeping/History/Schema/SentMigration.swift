internal import ANCS
internal import Linux
internal import Notices

/// Migration that adds the time of sending to notifications, and the talk time to calls.
///
/// An interrupted migration continues, because its progress is stored in a table.
struct SentMigration {
    /// Notifications per transaction.
    private static let portion = 2000

    private static let beginning = """
        ALTER TABLE notice ADD COLUMN talk_ms INTEGER;
        ALTER TABLE notice ADD COLUMN sent INTEGER;
        CREATE TABLE migrating (last INTEGER NOT NULL) STRICT;
        INSERT INTO migrating VALUES (\(Int64.min));
        """

    // Indexes for the order of sending: for all notifications, for an app, and for calls.
    private static let end = """
        CREATE INDEX notice_moment ON notice (\(Self.moment));
        CREATE INDEX notice_app_moment ON notice (app, \(Self.moment));
        CREATE INDEX notice_call_moment ON notice (\(Self.moment), number, call_state)
            WHERE call_state IS NOT NULL;
        DROP TABLE migrating;
        """

    /// `Schema.moment` for an index, without the table's name.
    private static let moment = "coalesce(sent, number >> 20)"

    private let database: Database

    init(_ database: Database) {
        self.database = database
    }

    /// Migrates the next portion; returns whether another one is left.
    func takePortion() throws(DatabaseError) -> Bool {
        let hasBegun = try database.number("SELECT 1 FROM sqlite_schema WHERE name = 'migrating'")
        if hasBegun == nil { try database.script(Self.beginning) }
        let last = try database.number("SELECT last FROM migrating") ?? .min
        var rows: [NoticeRow] = []
        try database.rows(
            "SELECT \(NoticeColumns.list) FROM notice WHERE number > ? ORDER BY number"
                + " LIMIT \(Self.portion)", [.integer(last)]
        ) { (row) throws(DatabaseError) in
            rows.append(NoticeRow(row))
            return true
        }
        for row in rows { try complete(row) }
        if let last = rows.last, rows.count == Self.portion {
            try database.run("UPDATE migrating SET last = ?", [.integer(last.number)])
            return true
        }
        try database.script(Self.end)
        return false
    }

    private func complete(_ row: NoticeRow) throws(DatabaseError) {
        let sent = SentTime.judged(
            row.date, received: row.received, category: row.category.id, flags: row.flags)
        let talkTime = try talkTime(of: row)
        guard sent != nil || talkTime != nil else { return }
        try database.run(
            "UPDATE notice SET sent = ?, talk_ms = ? WHERE number = ?",
            [
                DatabaseValue(sent?.milliseconds), DatabaseValue(talkTime?.milliseconds),
                .integer(row.number),
            ])
    }

    /// Returns the talk time of a call; nil if its beginning or end is unknown.
    private func talkTime(of row: NoticeRow) throws(DatabaseError) -> Duration? {
        guard row.call?.state == .ended, row.category.id == .activeCall else { return nil }
        let isOld = row.came == .answered && row.flags.contains(.preExisting)
        let life = try database.life(of: row.number).map(\.event)
        let answered =
            life.first { $0.change == .answered }?.at
            ?? (row.came == .answered ? row.received : nil)
        guard !isOld, let answered, let over = life.last(where: { $0.change == .ended })?.at else {
            return nil
        }
        let (time, isTooLong) = over.milliseconds.subtractingReportingOverflow(
            answered.milliseconds)
        return !isTooLong && time >= 0 ? .milliseconds(time) : nil
    }
}
