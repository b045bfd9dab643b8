internal import Notices

/// Tables of the upload queue for the central database.
///
/// The queue contains notifications instead of changes: a notification that changed five times is
/// uploaded once. Each batch has a turn number, and later changes have a later turn, so that they
/// are not removed with the batch.
enum OutboxTable {
    // `gone` in `unsent`: 0 for an existing notification, 1 for a deleted one, 2 for a reported
    // deletion, 3 for a refused notification, 4 for one that is offered again.
    //
    // A history that is not uploaded records nothing. Older notifications are uploaded from the
    // newest to the oldest: those up to `fill` are still waiting, and `older` is their number.
    static let form = """
        CREATE TABLE outbox (
            history BLOB NOT NULL, is_on INTEGER NOT NULL, turn INTEGER NOT NULL,
            received INTEGER NOT NULL, fill INTEGER NOT NULL, older INTEGER NOT NULL,
            lost INTEGER NOT NULL, meeting INTEGER NOT NULL, token BLOB, next_token BLOB
        ) STRICT;
        \(row)
        CREATE TABLE unsent (
            notice INTEGER PRIMARY KEY, turn INTEGER NOT NULL, gone INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE renaming (
            number INTEGER PRIMARY KEY AUTOINCREMENT, bond TEXT NOT NULL, was TEXT NOT NULL,
            name TEXT NOT NULL
        ) STRICT;
        """

    /// Condition for rows of `unsent` that wait for upload.
    static let waits = "gone < 2"

    /// Statement that restores a missing row; the history then has a new identity.
    static let row = """
        INSERT INTO outbox SELECT randomblob(16), 0, 1, 0, 0, 0, 0, 0, NULL, NULL
            WHERE NOT EXISTS (SELECT 1 FROM outbox);
        """

    /// Statement that schedules all notifications for upload; `?1` is the bound for an empty history.
    static let fillAnew = """
        UPDATE outbox SET is_on = 1, fill = coalesce((SELECT max(number) FROM notice), ?1),
            older = (SELECT count(*) FROM notice)
        """

    /// Limit of refused notifications offered again per connection.
    static let againLimit = 100

    /// Limit of remembered deletions already reported: the central database may be restored from an
    /// older backup.
    static let toldLimit = 10_000

    fileprivate static let mark = """
        INSERT INTO unsent (notice, turn, gone) SELECT ?, turn, ? FROM outbox WHERE is_on
            ON CONFLICT (notice) DO UPDATE SET turn = excluded.turn, gone = excluded.gone
        """
}

/// Reason for deleting a notification.
enum Departure {
    /// Deleted by the user, also in the central database.
    case forgotten
    /// Deleted here by the retention limits.
    case outgrown
}

extension Database {
    /// Adds a changed notification to the upload queue.
    func noteUnsent(_ number: Int64) throws(DatabaseError) {
        try run(OutboxTable.mark, [.integer(number), DatabaseValue(false)])
    }

    /// Records the deletion of a notification.
    func noteDeparture(of number: Int64, _ departure: Departure) throws(DatabaseError) {
        if departure == .outgrown {
            try run(
                "UPDATE outbox SET lost = lost + 1 WHERE is_on AND (fill >= ?1 OR EXISTS"
                    + " (SELECT 1 FROM unsent WHERE notice = ?1 AND gone = 0))",
                [.integer(number)])
        }
        try run(
            "UPDATE outbox SET older = max(0, older - 1) WHERE is_on AND fill >= ?",
            [.integer(number)])
        switch departure {
        case .forgotten: try run(OutboxTable.mark, [.integer(number), DatabaseValue(true)])
        case .outgrown: try run("DELETE FROM unsent WHERE notice = ?", [.integer(number)])
        }
    }

    /// Adds a renamed phone to the upload queue.
    func noteRenaming(
        bond: DatabaseValue, was old: DatabaseValue, name: DatabaseValue
    ) throws(DatabaseError) {
        try run(
            "INSERT INTO renaming (bond, was, name) SELECT ?, ?, ? FROM outbox WHERE is_on",
            [bond, old, name])
    }
}
