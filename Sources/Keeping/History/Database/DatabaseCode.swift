internal import CSQLite

/// What SQLite says about an operation, with the detail that its extended codes have.
package struct DatabaseCode: RawRepresentable, Hashable, Sendable {
    /// The number that SQLite gives the result, with its details in the upper bits.
    package let rawValue: Int32

    /// A result of this number; any number is one.
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Another connection has the file for itself.
    package static let busy = DatabaseCode(rawValue: SQLITE_BUSY)
    /// The file, or the folder it lies in, may not be written to.
    package static let readOnly = DatabaseCode(rawValue: SQLITE_READONLY)
    /// The disk did not do what it was asked for.
    package static let inputOutput = DatabaseCode(rawValue: SQLITE_IOERR)
    /// The statement makes no sense, or what it is about does not.
    static let general = DatabaseCode(rawValue: SQLITE_ERROR)
    /// The statement goes against what the tables are declared to hold.
    static let constraint = DatabaseCode(rawValue: SQLITE_CONSTRAINT)
    /// The file is damaged.
    package static let corrupt = DatabaseCode(rawValue: SQLITE_CORRUPT)
    /// The disk is full.
    package static let full = DatabaseCode(rawValue: SQLITE_FULL)
    /// The file cannot be opened.
    package static let cannotOpen = DatabaseCode(rawValue: SQLITE_CANTOPEN)
    /// The file is no database at all.
    package static let notADatabase = DatabaseCode(rawValue: SQLITE_NOTADB)
    /// The time for the operation was over.
    package static let interrupted = DatabaseCode(rawValue: SQLITE_INTERRUPT)

    /// The code without its detail.
    package var primary: DatabaseCode {
        DatabaseCode(rawValue: rawValue & 0xFF)
    }

    /// Whether the file can no longer be trusted.
    package var meansDamage: Bool {
        primary == .corrupt || primary == .notADatabase
    }
}

extension DatabaseCode: CustomStringConvertible {
    /// What it means, in words of our own where it is known.
    package var description: String {
        guard let words = unsafe sqlite3_errstr(rawValue) else { return "error \(rawValue)" }
        return unsafe String(cString: words)
    }
}

/// An operation on the database that failed.
package struct DatabaseError: Error, Hashable, Sendable {
    /// The result that SQLite returned.
    package let code: DatabaseCode
    /// What was being done: the statement with question marks for its values, or a few words.
    package let operation: String

    init(_ code: Int32, during operation: String) {
        self.code = DatabaseCode(rawValue: code)
        self.operation = operation
    }
}

extension DatabaseError: CustomStringConvertible {
    // SQLite's own message may quote what was written or looked for, so the code speaks alone.
    /// The words for it, and SQLite's number.
    package var description: String { "\(code) (SQLite \(code.rawValue))" }
}
