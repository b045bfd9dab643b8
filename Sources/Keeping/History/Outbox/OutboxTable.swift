internal import Notices

/// The tables of what a centre, to which many histories are handed over, has not got yet.
///
/// What waits are notices, not changes of them: one that changed five times meanwhile is handed over once. Each
/// handing over is a turn; what changes later has a later turn, so that it is told from what was handed over.
enum OutboxTable {
    // Of `unsent`, `gone` is 0 for a notice that is there, 1 for one that was forgotten, and 2 where a centre was told so; 3 for
    // one that a centre did not take, and 4 where it is to be asked once more.
    //
    // A history that is handed over nowhere notes nothing. What was there before it is handed over from the newest
    // to the oldest: what is not above `fill` is still to be, which are `older` notices.
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

    /// Of `unsent`, what a centre has to be told of.
    static let waits = "gone < 2"

    /// The only row, where somebody has taken it out a new one: then it is another history.
    static let row = """
        INSERT INTO outbox SELECT randomblob(16), 0, 1, 0, 0, 0, 0, 0, NULL, NULL
            WHERE NOT EXISTS (SELECT 1 FROM outbox);
        """

    /// Has everything that is there handed over; where there is nothing, that is done.
    static let fillAnew = """
        UPDATE outbox SET is_on = 1, fill = coalesce((SELECT max(number) FROM notice), ?1),
            older = (SELECT count(*) FROM notice)
        """

    /// How many notices that a centre did not take are offered again when history and centre meet.
    static let againLimit = 100

    /// How many forgotten notices are remembered by their numbers, once a centre was told of them: it may be set back to
    /// before that.
    static let toldLimit = 10_000

    fileprivate static let mark = """
        INSERT INTO unsent (notice, turn, gone) SELECT ?, turn, ? FROM outbox WHERE is_on
            ON CONFLICT (notice) DO UPDATE SET turn = excluded.turn, gone = excluded.gone
        """
}

/// Why a notice is taken out of a history.
enum Departure {
    /// Somebody wants it to be gone, everywhere.
    case forgotten
    /// There is no more room for it here.
    case outgrown
}

extension Database {
    /// Takes note that a notice is otherwise than whoever it was handed over to has it.
    func noteUnsent(_ number: Int64) throws(DatabaseError) {
        try run(OutboxTable.mark, [.integer(number), DatabaseValue(false)])
    }

    /// Takes note that a notice is gone.
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

    /// Takes note that what a phone has sent goes by another name.
    func noteRenaming(
        bond: DatabaseValue, was old: DatabaseValue, name: DatabaseValue
    ) throws(DatabaseError) {
        try run(
            "INSERT INTO renaming (bond, was, name) SELECT ?, ?, ? FROM outbox WHERE is_on",
            [bond, old, name])
    }
}
