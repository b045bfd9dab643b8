internal import Linux
internal import Notices

/// Schema of the history file.
enum Schema {
    /// SQLite application id, `Call` in ASCII.
    static let applicationID: Int64 = 0x4361_6C6C

    static let migrations = [
        Migration(name: "notifications, life cycles, index, and links of phones") {
            (database) throws(DatabaseError) in
            try database.script("PRAGMA application_id = \(applicationID)")
            try database.script(firstForm)
        },
        Migration(inPortions: "time of sending, and talk time of calls") {
            (database) throws(DatabaseError) in
            try SentMigration(database).takePortion()
        },
        Migration(name: "beacon events") {
            (database) throws(DatabaseError) in try database.script(SightingTable.form)
        },
        Migration(name: "upload queue for a central database") { (database) throws(DatabaseError) in
            try database.script(OutboxTable.form)
        },
        Migration(name: "battery levels") { (database) throws(DatabaseError) in
            try database.script(BatteryTable.form)
        },
    ]

    /// Expression for the time of sending in milliseconds since 1970, or else of arrival, which is in
    /// the upper bits of the number.
    static let moment = "coalesce(notice.sent, notice.number >> 20)"

    /// Condition for notifications that may still be on a phone; an ended call never is.
    static let mayBeOnPhone =
        "removed_at IS NULL AND (call_state IS NULL OR call_state <> 'ended')"

    // The number of a notification is its id, so that the newest row is last in every B-tree. Rows
    // of phones and apps never change: a new name adds a row, so that words indexed under an old
    // name can be removed. Their numbers are never reused, so that a cached number stays valid.
    private static let firstForm = """
        CREATE TABLE phone (
            number INTEGER PRIMARY KEY AUTOINCREMENT, bond TEXT NOT NULL,
            name TEXT NOT NULL, UNIQUE (bond, name)
        ) STRICT;
        CREATE TABLE app (
            number INTEGER PRIMARY KEY AUTOINCREMENT, identifier ANY NOT NULL, name ANY
        ) STRICT;
        CREATE INDEX app_identifier ON app (identifier);
        CREATE TABLE notice (
            number INTEGER PRIMARY KEY, phone INTEGER NOT NULL, app INTEGER NOT NULL,
            category INTEGER NOT NULL, flags INTEGER NOT NULL, uid INTEGER NOT NULL,
            title ANY NOT NULL, subtitle ANY NOT NULL, message ANY NOT NULL,
            message_size INTEGER, date INTEGER, positive ANY NOT NULL, negative ANY NOT NULL,
            received INTEGER NOT NULL, came TEXT, incomplete INTEGER NOT NULL,
            hidden TEXT, call_state TEXT, ring_ms INTEGER, declined INTEGER,
            detail TEXT, removed_at INTEGER, removed_by TEXT, same INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX notice_app ON notice (app);
        CREATE INDEX notice_call ON notice (number, call_state) WHERE call_state IS NOT NULL;
        CREATE INDEX notice_here ON notice (phone, number) WHERE \(mayBeOnPhone);
        CREATE INDEX notice_same ON notice (same)
            WHERE removed_at IS NULL OR removed_by = 'away';
        CREATE TABLE life (
            notice INTEGER NOT NULL, step INTEGER NOT NULL, at INTEGER NOT NULL,
            change TEXT NOT NULL, removed_by TEXT, title ANY, subtitle ANY, message ANY,
            PRIMARY KEY (notice, step)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE link (
            number INTEGER PRIMARY KEY AUTOINCREMENT, phone INTEGER NOT NULL,
            began INTEGER NOT NULL, ended INTEGER NOT NULL
        ) STRICT;
        \(index)
        """

    /// Full-text index; it can be rebuilt from the rows.
    static let index = """
        CREATE VIRTUAL TABLE words USING fts5 (
            title, subtitle, message, app, digits, content = '', columnsize = 0,
            prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2'
        );
        """
}

extension Database {
    /// Size in bytes to which the log is truncated after a checkpoint.
    private static let logLimit = 4 << 20

    /// Opens the history in a folder for writing, or creates one.
    ///
    /// - Parameter kind: the required kind of phones; nil for either
    static func openHistory(
        in folder: String, durability: Durability, kind: HistoryKind? = nil,
        migrations: [Migration] = Schema.migrations, vfs: String? = nil
    ) throws(HistoryError) -> Database {
        try HistoryFile.make(in: folder)
        return try openExistingHistory(
            in: folder, durability: durability, kind: kind, migrations: migrations, vfs: vfs)
    }

    /// Opens the history in a folder for writing; throws `missing` if there is none.
    static func openExistingHistory(
        in folder: String, durability: Durability = .normal, kind: HistoryKind? = nil,
        migrations: [Migration] = Schema.migrations, vfs: String? = nil
    ) throws(HistoryError) -> Database {
        let path = HistoryFile.path(in: folder)
        try beFile(path)
        let database = try HistoryError.translate { () throws(DatabaseError) in
            try Database(path, for: .write, vfs: vfs)
        }
        try database.beOurs()
        // A file with a newer schema is never changed.
        _ = try database.isCurrent(migrations)
        try HistoryError.translate { () throws(DatabaseError) in
            // SQLite accepts auto_vacuum only before the first table is created.
            try database.script("PRAGMA auto_vacuum = INCREMENTAL")
            try database.script("PRAGMA journal_mode = WAL")
            try database.script("PRAGMA synchronous = \(durability.synchronous)")
            try database.script("PRAGMA secure_delete = ON")
            try database.script("PRAGMA temp_store = MEMORY")
            // A log that grew once is truncated again.
            try database.script("PRAGMA journal_size_limit = \(logLimit)")
        }
        if kind == .simulated { try database.beginSimulation() }
        try database.migrate(migrations)
        // Checked last: a simulation may have created the file meanwhile.
        if kind == .real, try database.isOfSimulation() { throw .otherKind(.simulated) }
        return database
    }

    /// Opens the history in a folder for reading; throws `missing` if there is none.
    static func openHistoryToRead(
        in folder: String, migrations: [Migration] = Schema.migrations
    ) throws(HistoryError) -> Database {
        let path = HistoryFile.path(in: folder)
        try beFile(path)
        do throws(HistoryError) {
            return try openToRead(path, in: folder, migrations)
        } catch {
            guard case .database(let failure) = error,
                [.cannotOpen, .readOnly].contains(failure.code.primary),
                (try? FileDescriptor.open(readingFrom: path)) != nil
            else { throw error }
        }
        // The files required for reading in WAL mode cannot be created here.
        guard HistoryFile.hasEmptyLog(in: folder) else { throw .unfinished }
        let database = try HistoryError.translate { () throws(DatabaseError) in
            try Database(path, for: .readAlone)
        }
        guard try database.beOurs() else { throw .missing }
        guard try database.isCurrent(migrations) else {
            throw .database(DatabaseError(DatabaseCode.readOnly.rawValue, during: "migrate"))
        }
        try HistoryError.translate { () throws(DatabaseError) in
            try database.script("PRAGMA temp_store = MEMORY")
        }
        return database
    }

    /// Throws if the path is missing or not a regular file: opening a pipe could block forever.
    private static func beFile(_ path: String) throws(HistoryError) {
        guard let look = FileInspection(at: path) else { throw .missing }
        guard look.isRegular else { throw .foreign }
    }

    private static func openToRead(
        _ path: String, in folder: String, _ migrations: [Migration]
    ) throws(HistoryError) -> Database {
        let database = try HistoryError.translate { () throws(DatabaseError) in
            // Write access allows recovery of the log of a killed writer.
            try Database(path, for: .write)
        }
        // Another process is about to create it.
        guard try database.beOurs() else { throw .missing }
        if try !database.isCurrent(migrations) {
            return try openExistingHistory(in: folder, migrations: migrations)
        }
        try HistoryError.translate { () throws(DatabaseError) in
            try database.script("PRAGMA temp_store = MEMORY")
            try database.script("PRAGMA query_only = ON")
            database.leaveLogAtEnd()
        }
        return database
    }

    /// Throws unless the file is a history or empty; returns whether it is a history.
    @discardableResult
    private func beOurs() throws(HistoryError) -> Bool {
        let (contents, identity) = try HistoryError.translate { () throws(DatabaseError) in
            // In this order: another process that creates the history sets both at once.
            let contents = try number("SELECT count(*) FROM sqlite_schema") ?? 0
            return (contents, try number("PRAGMA application_id") ?? 0)
        }
        if identity == Schema.applicationID { return true }
        guard identity == 0 && contents == 0 else { throw .foreign }
        return false
    }
}
