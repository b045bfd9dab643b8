internal import CSQLite

/// Result code of SQLite, including the extended code.
package struct DatabaseCode: RawRepresentable, Hashable, Sendable {
    /// The extended code, with details in the upper bits.
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Another connection has locked the file.
    package static let busy = DatabaseCode(rawValue: SQLITE_BUSY)
    /// The file or its folder is not writable.
    package static let readOnly = DatabaseCode(rawValue: SQLITE_READONLY)
    package static let inputOutput = DatabaseCode(rawValue: SQLITE_IOERR)
    /// The statement is invalid or refers to an unknown object.
    static let general = DatabaseCode(rawValue: SQLITE_ERROR)
    /// The statement violates a constraint.
    static let constraint = DatabaseCode(rawValue: SQLITE_CONSTRAINT)
    package static let corrupt = DatabaseCode(rawValue: SQLITE_CORRUPT)
    package static let full = DatabaseCode(rawValue: SQLITE_FULL)
    package static let cannotOpen = DatabaseCode(rawValue: SQLITE_CANTOPEN)
    package static let notADatabase = DatabaseCode(rawValue: SQLITE_NOTADB)
    /// The time limit was reached.
    package static let interrupted = DatabaseCode(rawValue: SQLITE_INTERRUPT)

    /// The code without the extended bits.
    package var primary: DatabaseCode {
        DatabaseCode(rawValue: rawValue & 0xFF)
    }

    /// Whether the code means that the file is damaged.
    package var meansDamage: Bool {
        primary == .corrupt || primary == .notADatabase
    }
}

extension DatabaseCode: CustomStringConvertible {
    /// SQLite's description of the code.
    package var description: String {
        guard let words = unsafe sqlite3_errstr(rawValue) else { return "error \(rawValue)" }
        return unsafe String(cString: words)
    }
}

/// Failed database operation.
package struct DatabaseError: Error, Hashable, Sendable {
    package let code: DatabaseCode
    /// The statement with placeholders for its values, or a short description.
    package let operation: String

    init(_ code: Int32, during operation: String) {
        self.code = DatabaseCode(rawValue: code)
        self.operation = operation
    }
}

extension DatabaseError: CustomStringConvertible {
    // SQLite's own message may quote content or search words, so only the code is shown.
    /// Description and number of the code.
    package var description: String { "\(code) (SQLite \(code.rawValue))" }
}
