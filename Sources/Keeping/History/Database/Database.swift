internal import CSQLite
internal import Linux

/// Connection to an SQLite file, for one thread at a time.
@safe
final class Database {
    /// Access mode of a connection.
    enum Access: Sendable {
        case read
        case write
        /// Reads a file that no process changes; SQLite creates no files beside it.
        case readAlone
    }

    /// Time to wait for the lock of another connection.
    static let patience: Duration = .seconds(2)
    /// Virtual machine steps between two checks of the deadline, less than a millisecond.
    private static let stepsBetweenLooks: Int32 = 2000
    /// Limit of cached compiled statements.
    private static let statementLimit = 64

    private let handle: OpaquePointer
    private var statements: [String: Statement] = [:]
    private let clock = DeadlineClock()

    /// Opens an existing file.
    ///
    /// - Parameters:
    ///   - path: the path without symbolic links
    ///   - vfs: name of SQLite's virtual file system; nil for the default
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
        // A file created by another program must not run functions of its choice.
        unsafe callboard_switch(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
        unsafe callboard_switch(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        let context = unsafe Unmanaged.passUnretained(clock).toOpaque()
        unsafe sqlite3_progress_handler(handle, Self.stepsBetweenLooks, lookAtClock, context)
    }

    /// Escapes the characters of a path that have a meaning in a URI.
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

    /// Whether the file was moved or removed since it was opened.
    var hasMoved: Bool {
        var moved: Int32 = 0
        let code = unsafe sqlite3_file_control(
            handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
        return code == SQLITE_OK && moved != 0
    }

    /// Number of rows changed by the last statement.
    var changes: Int { Int(unsafe sqlite3_changes64(handle)) }

    /// Number of rows changed by all statements.
    var totalChanges: Int { Int(unsafe sqlite3_total_changes64(handle)) }

    /// Runs a statement and passes each row to `take` until it returns false.
    func rows(
        _ sql: String, _ values: [DatabaseValue] = [],
        _ take: (Row) throws(DatabaseError) -> Bool
    ) throws(DatabaseError) {
        try statement(sql).run(values, take)
    }

    /// Runs a statement and ignores its rows.
    func run(_ sql: String, _ values: [DatabaseValue] = []) throws(DatabaseError) {
        try rows(sql, values) { (_) throws(DatabaseError) in true }
    }

    /// Returns the number in the first column of the first row, if any.
    func number(_ sql: String, _ values: [DatabaseValue] = []) throws(DatabaseError) -> Int64? {
        var number: Int64?
        try rows(sql, values) { (row) throws(DatabaseError) in
            number = row.optionalInteger(0)
            return false
        }
        return number
    }

    /// Runs statements without values.
    func script(_ sql: String) throws(DatabaseError) {
        let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseError(code, during: sql) }
    }

    /// Disables the checkpoint on close, for readers.
    ///
    /// If the file was replaced meanwhile, the log beside it belongs to the new one.
    func leaveLogAtEnd() {
        unsafe callboard_switch(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    }

    /// Runs `body` with SQLite's defensive mode disabled.
    func undefended(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
        unsafe callboard_switch(handle, SQLITE_DBCONFIG_DEFENSIVE, 0)
        defer { unsafe callboard_switch(handle, SQLITE_DBCONFIG_DEFENSIVE, 1) }
        try body()
    }

    /// Runs `body` in a transaction; an error rolls it back.
    func transaction<Result>(
        _ body: () throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result {
        try run("BEGIN IMMEDIATE")
        do throws(DatabaseError) {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // SQLite rolls back by itself after some errors.
            if unsafe sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
            throw error
        }
    }

    /// Runs `body` with a time limit, after which SQLite is interrupted; nil for no limit.
    ///
    /// Within another limit, the one that ends first applies.
    func within<Result, Failure>(
        _ limit: Duration?, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let limit else { return try body() }
        let outer = clock.end
        clock.end = min(outer ?? .seconds(Int64.max), EventLoop.now + limit)
        defer { clock.end = outer }
        return try body()
    }

    /// Whether the current time limit has passed.
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

/// Deadline of the current operation.
private final class DeadlineClock {
    var end: Duration?

    var isOver: Bool { end.map { EventLoop.now >= $0 } ?? false }
}

/// SQLite's progress handler; a result other than zero interrupts the statement.
private func lookAtClock(_ context: UnsafeMutableRawPointer?) -> Int32 {
    guard let context = unsafe context else { return 0 }
    return unsafe Unmanaged<DeadlineClock>.fromOpaque(context).takeUnretainedValue().isOver ? 1 : 0
}
