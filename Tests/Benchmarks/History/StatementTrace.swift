import BenchSupport
import CSQLite
import Linux

/// Prints the statements that the room gives SQLite, with their values, so that another program can
/// run the same.
enum StatementTrace {
    /// Has every connection that is opened from now on print its statements.
    static func begin() {
        typealias Opened =
            @convention(c) (
                OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
                OpaquePointer?
            ) -> Int32
        let opened: Opened = { database, _, _ in
            unsafe sqlite3_trace_v2(database, UInt32(SQLITE_TRACE_STMT), printStatement, nil)
        }
        // SQLite declares a function without parameters and calls it with three.
        _ = unsafe sqlite3_auto_extension(
            unsafeBitCast(opened, to: (@convention(c) () -> Void).self))
    }
}

/// Called by SQLite when a statement begins to run.
private func printStatement(
    _ kind: UInt32, _ context: UnsafeMutableRawPointer?, _ statement: UnsafeMutableRawPointer?,
    _ text: UnsafeMutableRawPointer?
) -> Int32 {
    guard let statement = unsafe statement,
        let expanded = unsafe sqlite3_expanded_sql(OpaquePointer(statement))
    else { return 0 }
    defer { unsafe sqlite3_free(expanded) }
    let sql = unsafe String(cString: expanded)
    // What SQLite runs by itself, for the index, is shown as a comment.
    if !sql.hasPrefix("--") { Report.line(sql + ";") }
    return 0
}
