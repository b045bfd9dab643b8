internal import ANCS
internal import Linux
internal import Notices

/// Gives the notices of an older file the moment at which they were sent, and its calls how long they
/// were talked.
///
/// It goes on where it was interrupted, since it keeps how far it is in a table of its own.
struct SentMigration {
    /// Notices that are looked at in one transaction.
    private static let portion = 2000

    private static let beginning = """
        ALTER TABLE notice ADD COLUMN talk_ms INTEGER;
        ALTER TABLE notice ADD COLUMN sent INTEGER;
        CREATE TABLE migrating (last INTEGER NOT NULL) STRICT;
        INSERT INTO migrating VALUES (\(Int64.min));
        """

    // What is asked for by when it was sent is found in that order: all, those of an app, and calls.
    private static let end = """
        CREATE INDEX notice_moment ON notice (\(Self.moment));
        CREATE INDEX notice_app_moment ON notice (app, \(Self.moment));
        CREATE INDEX notice_call_moment ON notice (\(Self.moment), number, call_state)
            WHERE call_state IS NOT NULL;
        DROP TABLE migrating;
        """

    /// `Schema.moment` as an index wants it, without the table's name.
    private static let moment = "coalesce(sent, number >> 20)"

    private let database: Database

    init(_ database: Database) {
        self.database = database
    }

    /// Does the next portion, and says whether another is left.
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

    /// How long a call was talked, by when it was taken and was over; nil where one of them is not
    /// known.
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
