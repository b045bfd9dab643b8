package import Linux

/// Error of a history operation.
package enum HistoryError: Error, Hashable, Sendable {
    /// The file cannot be read or written.
    case database(DatabaseError)
    /// The folder cannot be created or opened.
    case folder(Errno)
    /// Another process has the writer's lock.
    case taken
    /// The log is not checkpointed, and reading it requires write permission.
    case unfinished
    /// The history does not exist.
    case missing
    /// The file is not a history.
    case foreign
    /// The history holds notifications of this kind of phones, but the other kind is required.
    case otherKind(HistoryKind)
    /// The schema is newer; `known` is the latest supported one.
    case newer(found: Int, known: Int)

    /// Whether the time limit was reached.
    package var isInterruption: Bool {
        guard case .database(let error) = self else { return false }
        return error.code.primary == .interrupted
    }

    /// Converts errors of `body` to `HistoryError`.
    static func translate<Result>(
        _ body: () throws(DatabaseError) -> Result
    ) throws(HistoryError) -> Result {
        do throws(DatabaseError) {
            return try body()
        } catch {
            throw .database(error)
        }
    }
}

extension HistoryError: CustomStringConvertible {
    /// A clause without a full stop and without stored content.
    package var description: String {
        switch self {
        case .database(let error): error.description
        case .folder(let error): "its folder: \(error)"
        case .taken: "another callboard process is writing it"
        case .unfinished:
            "its last writes are still in \(HistoryFile.name)-wal, which cannot be read without "
                + "write permission: copy all its files to a writable folder"
        case .missing: "there is no history"
        case .foreign: "\(HistoryFile.name) is not a history of Callboard"
        case .otherKind(.real):
            "\(HistoryFile.name) was not made for simulated phones, which need a history of "
                + "their own"
        case .otherKind(.simulated):
            "\(HistoryFile.name) was made for simulated phones, and real ones need a history of "
                + "their own; move it away, or name another folder"
        case .newer(let found, let known):
            "\(HistoryFile.name) has form \(found), made by a newer Callboard; this one knows"
                + " forms up to \(known)"
        }
    }
}
