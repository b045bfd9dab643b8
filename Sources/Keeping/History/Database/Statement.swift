internal import CSQLite
internal import Notices

/// Compiled statement with bound values.
@safe
final class Statement {
    private let handle: OpaquePointer
    private let sql: String
    /// Whether rows are being read, so that the statement must not be run again.
    private(set) var isRunning = false

    init(_ sql: String, handle: OpaquePointer) {
        self.sql = sql
        unsafe self.handle = handle
    }

    deinit {
        unsafe sqlite3_finalize(handle)
    }

    /// Runs the statement and passes each row to `take` until it returns false.
    func run(
        _ values: [DatabaseValue], _ take: (Row) throws(DatabaseError) -> Bool
    ) throws(DatabaseError) {
        isRunning = true
        defer {
            unsafe sqlite3_reset(handle)
            unsafe sqlite3_clear_bindings(handle)
            isRunning = false
        }
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
        while true {
            switch unsafe sqlite3_step(handle) {
            case SQLITE_ROW:
                guard try take(unsafe Row(handle)) else { return }
            case SQLITE_DONE: return
            case let code: throw DatabaseError(code, during: sql)
            }
        }
    }

    private func bind(_ value: DatabaseValue, at index: Int32) throws(DatabaseError) {
        let code: Int32 =
            switch value {
            case .null: unsafe sqlite3_bind_null(handle, index)
            case .integer(let number): unsafe sqlite3_bind_int64(handle, index, number)
            case .text(let bytes):
                unsafe bytes.withUnsafeBytes { bytes in
                    unsafe callboard_bind_text(
                        handle, index, bytes.baseAddress, UInt64(bytes.count))
                }
            case .blob(let bytes):
                unsafe bytes.withUnsafeBytes { bytes in
                    unsafe callboard_bind_blob(
                        handle, index, bytes.baseAddress, UInt64(bytes.count))
                }
            }
        guard code == SQLITE_OK else { throw DatabaseError(code, during: sql) }
    }
}

/// Current row of a statement, valid until the next step.
@safe
struct Row {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    /// Returns a number; zero for NULL.
    func integer(_ column: Int32) -> Int64 {
        unsafe sqlite3_column_int64(handle, column)
    }

    /// Returns a number; nil for NULL.
    func optionalInteger(_ column: Int32) -> Int64? {
        isNull(column) ? nil : integer(column)
    }

    /// Whether the column is NULL.
    func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// Returns the exact bytes of a text or blob.
    func bytes(_ column: Int32) -> [UInt8] {
        // The pointer must be requested before the length, which depends on the last requested
        // type.
        guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    func text(_ column: Int32) -> Text {
        Text(bytes: bytes(column))
    }

    func optionalText(_ column: Int32) -> Text? {
        isNull(column) ? nil : text(column)
    }

    /// Returns a text as a string.
    func string(_ column: Int32) -> String {
        String(decoding: bytes(column), as: UTF8.self)
    }
}
