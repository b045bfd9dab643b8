internal import Linux
internal import Notices

/// The form of the file.
enum Schema {
    /// `Call` in ASCII: what the file says it is.
    static let applicationID: Int64 = 0x4361_6C6C

    static let migrations = [
        Migration(name: "notices, their lives, their words, and the links of phones") {
            (database) throws(DatabaseError) in
            try database.script("PRAGMA application_id = \(applicationID)")
            try database.script(firstForm)
        },
        Migration(inPortions: "when notices were sent, and how long calls were talked") {
            (database) throws(DatabaseError) in
            try SentMigration(database).takePortion()
        },
        Migration(name: "what was told of beacons, things and persons") {
            (database) throws(DatabaseError) in try database.script(SightingTable.form)
        },
        Migration(name: "what a centre has not got yet") { (database) throws(DatabaseError) in
            try database.script(OutboxTable.form)
        },
    ]

    /// When a notice was sent or, where nobody knows, when it came: by the clock that its number has,
    /// which is never set back.
    static let moment = "coalesce(notice.sent, notice.number >> 20)"

    /// The condition for rows of what may be on a phone still; a call that has ended is nowhere.
    static let mayBeOnPhone =
        "removed_at IS NULL AND (call_state IS NULL OR call_state <> 'ended')"

    // A notice's number is its name, so that what is newest is last in every tree. Phones and apps
    // are never changed: another name makes another row, so that what was indexed with an old one
    // can be taken out of the index again. No number of theirs is given twice, so that whoever remembers
    // one never takes it for another.
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

    /// What is searched; all of it can be made of the rows.
    static let index = """
        CREATE VIRTUAL TABLE words USING fts5 (
            title, subtitle, message, app, digits, content = '', columnsize = 0,
            prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2'
        );
        """
}

extension Database {
    /// Bytes that the log keeps once what is in it was brought into the file.
    private static let logLimit = 4 << 20

    /// Opens the history in a folder for changes, and begins one where there is none.
    ///
    /// - Parameter kind: whose notifications it must hold; nil for either.
    static func openHistory(
        in folder: String, durability: Durability, kind: HistoryKind? = nil,
        migrations: [Migration] = Schema.migrations, vfs: String? = nil
    ) throws(HistoryError) -> Database {
        try HistoryFile.make(in: folder)
        return try openExistingHistory(
            in: folder, durability: durability, kind: kind, migrations: migrations, vfs: vfs)
    }

    /// Opens the history in a folder for changes; throws `missing` where there is none.
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
        // Nothing is written into a file of a later form.
        _ = try database.isCurrent(migrations)
        try HistoryError.translate { () throws(DatabaseError) in
            // Only before the first table can the file be told to give its free pages back.
            try database.script("PRAGMA auto_vacuum = INCREMENTAL")
            try database.script("PRAGMA journal_mode = WAL")
            try database.script("PRAGMA synchronous = \(durability.synchronous)")
            try database.script("PRAGMA secure_delete = ON")
            try database.script("PRAGMA temp_store = MEMORY")
            // A log that became long for once does not stay so.
            try database.script("PRAGMA journal_size_limit = \(logLimit)")
        }
        if kind == .simulated { try database.beginSimulation() }
        try database.migrate(migrations)
        // Only now: a simulation may have begun it meanwhile.
        if kind == .real, try database.isOfSimulation() { throw .otherKind(.simulated) }
        return database
    }

    /// Opens the history in a folder to read it; throws `missing` where there is none.
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
        // What reading needs beside the file cannot be made here.
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

    /// Throws where there is nothing, or something that is no file: to open a pipe could take for ever.
    private static func beFile(_ path: String) throws(HistoryError) {
        guard let look = FileInspection(at: path) else { throw .missing }
        guard look.isRegular else { throw .foreign }
    }

    private static func openToRead(
        _ path: String, in folder: String, _ migrations: [Migration]
    ) throws(HistoryError) -> Database {
        let database = try HistoryError.translate { () throws(DatabaseError) in
            // To write makes it possible to take over what a killed writer left in the log.
            try Database(path, for: .write)
        }
        // Somebody else is about to begin it.
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

    /// Throws unless the file is a history, or empty and can become one; says whether it is one.
    @discardableResult
    private func beOurs() throws(HistoryError) -> Bool {
        let (contents, identity) = try HistoryError.translate { () throws(DatabaseError) in
            // In this order: another process may be about to begin it, and gives it both at once.
            let contents = try number("SELECT count(*) FROM sqlite_schema") ?? 0
            return (contents, try number("PRAGMA application_id") ?? 0)
        }
        if identity == Schema.applicationID { return true }
        guard identity == 0 && contents == 0 else { throw .foreign }
        return false
    }
}
