internal import CSQLite
internal import Linux

/// One connection to an SQLite file, used by one thread at a time.
@safe
final class Database {
    /// What the connection may do.
    enum Access: Sendable {
        case read
        case write
        /// To read a file that nobody changes, with nothing beside it.
        case readAlone
    }

    /// How long another connection may have the file for itself before that is an error.
    static let patience: Duration = .seconds(2)
    /// Steps of SQLite's machine between two looks at the clock, less than a millisecond.
    private static let stepsBetweenLooks: Int32 = 2000
    /// Compiled statements that are kept.
    private static let statementLimit = 64

    private let handle: OpaquePointer
    private var statements: [String: Statement] = [:]
    private let clock = DeadlineClock()

    /// Opens a file that is there.
    ///
    /// - Parameters:
    ///   - path: where, without links on the way.
    ///   - vfs: which of the disks that SQLite knows; nil for the usual one.
    init(_ path: String, for access: Access, vfs: String? = nil) throws(DatabaseError) {
        let rights = access == .write ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
        var flags =
            rights | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE
        var name = path
        if access == .readAlone {
            flags |= SQLITE_OPEN_URI
            name = "file:" + Self.escaped(path) + "?immutable=1"
        }
        var opened: OpaquePointer?
        let code = unsafe sqlite3_open_v2(name, &opened, flags, vfs)
        guard code == SQLITE_OK, let opened = unsafe opened else {
            unsafe sqlite3_close_v2(opened)
            throw DatabaseError(code == SQLITE_OK ? SQLITE_NOMEM : code, during: "open")
        }
        unsafe handle = opened
        let patience = Int32(Self.patience.components.seconds * 1000)
        unsafe sqlite3_busy_timeout(handle, patience)
        // A file that somebody else made must not run functions of its choice.
        unsafe callboard_switch(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
        unsafe callboard_switch(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        let context = unsafe Unmanaged.passUnretained(clock).toOpaque()
        unsafe sqlite3_progress_handler(handle, Self.stepsBetweenLooks, lookAtClock, context)
    }

    /// A path as part of an address, in which some signs mean something.
    private static func escaped(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let bytes = path.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"):
                [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: [byte]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    deinit {
        statements = [:]
        unsafe sqlite3_close_v2(handle)
    }

    /// Whether the file was moved or taken away since it was opened.
    var hasMoved: Bool {
        var moved: Int32 = 0
        let code = unsafe sqlite3_file_control(
            handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
        return code == SQLITE_OK && moved != 0
    }

    /// How many rows the statement before has changed.
    var changes: Int { Int(unsafe sqlite3_changes64(handle)) }

    /// How many rows all statements have changed.
    var totalChanges: Int { Int(unsafe sqlite3_total_changes64(handle)) }

    /// Runs a statement for each of its rows.
    func rows(
        _ sql: String, _ values: [DatabaseValue] = [],
        _ take: (Row) throws(DatabaseError) -> Bool
    ) throws(DatabaseError) {
        try statement(sql).run(values, take)
    }

    /// Runs a statement whose rows nobody needs.
    func run(_ sql: String, _ values: [DatabaseValue] = []) throws(DatabaseError) {
        try rows(sql, values) { (_) throws(DatabaseError) in true }
    }

    /// The number in the first column of the first row, where there is one.
    func number(_ sql: String, _ values: [DatabaseValue] = []) throws(DatabaseError) -> Int64? {
        var number: Int64?
        try rows(sql, values) { (row) throws(DatabaseError) in
            number = row.optionalInteger(0)
            return false
        }
        return number
    }

    /// Runs statements that take no values.
    func script(_ sql: String) throws(DatabaseError) {
        let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseError(code, during: sql) }
    }

    /// Leaves bringing the log into the file to those who write: it may be another file's.
    func leaveLogAtEnd() {
        unsafe callboard_switch(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    }

    /// Does something that a file's own tables are otherwise kept from.
    func undefended(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
        unsafe callboard_switch(handle, SQLITE_DBCONFIG_DEFENSIVE, 0)
        defer { unsafe callboard_switch(handle, SQLITE_DBCONFIG_DEFENSIVE, 1) }
        try body()
    }

    /// Does all of this or nothing.
    func transaction<Result>(
        _ body: () throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result {
        try run("BEGIN IMMEDIATE")
        do throws(DatabaseError) {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // After some errors SQLite has done so by itself.
            if unsafe sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
            throw error
        }
    }

    /// Does something that is interrupted when it takes longer than some time.
    func within<Result, Failure>(
        _ limit: Duration?, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let limit else { return try body() }
        let outer = clock.end
        clock.end = min(outer ?? .seconds(Int64.max), EventLoop.now + limit)
        defer { clock.end = outer }
        return try body()
    }

    /// Whether the time for what is being done is over.
    var isTimeOver: Bool { clock.isOver }

    private func statement(_ sql: String) throws(DatabaseError) -> Statement {
        if let known = statements[sql], !known.isRunning { return known }
        var compiled: OpaquePointer?
        let code = unsafe sqlite3_prepare_v3(
            handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
        guard code == SQLITE_OK, let compiled = unsafe compiled else {
            throw DatabaseError(code == SQLITE_OK ? SQLITE_MISUSE : code, during: sql)
        }
        let statement = unsafe Statement(sql, handle: compiled)
        if statements.count >= Self.statementLimit { statements = [:] }
        if statements[sql] == nil { statements[sql] = statement }
        return statement
    }
}

/// When what a connection does must end.
private final class DeadlineClock {
    var end: Duration?

    var isOver: Bool { end.map { EventLoop.now >= $0 } ?? false }
}

/// Called by SQLite now and then; anything but zero ends what it does.
private func lookAtClock(_ context: UnsafeMutableRawPointer?) -> Int32 {
    guard let context = unsafe context else { return 0 }
    return unsafe Unmanaged<DeadlineClock>.fromOpaque(context).takeUnretainedValue().isOver ? 1 : 0
}
