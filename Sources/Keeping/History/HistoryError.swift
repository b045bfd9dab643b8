package import Linux

/// Why something with a history did not work.
package enum HistoryError: Error, Hashable, Sendable {
    /// The file cannot be read or written at the moment.
    case database(DatabaseError)
    /// The folder cannot be made or opened.
    case folder(Errno)
    /// Another process writes it.
    case taken
    /// The last writes are not in the file yet, and cannot be read where nothing may be written.
    case unfinished
    /// There is no history.
    case missing
    /// The file is something else.
    case foreign
    /// It holds notifications of the other kind of phones.
    case otherKind(HistoryKind)
    /// A later program has written the file; `known` is the latest form that this one can read.
    case newer(found: Int, known: Int)

    /// Whether the time for it was over.
    package var isInterruption: Bool {
        guard case .database(let error) = self else { return false }
        return error.code.primary == .interrupted
    }

    /// Runs work on the database, whose errors become these.
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
    /// A clause without a full stop and without content.
    package var description: String {
        switch self {
        case .database(let error): error.description
        case .folder(let error): "its folder: \(error)"
        case .taken: "another callboard writes it"
        case .unfinished:
            "its last writes are in \(HistoryFile.name)-wal still, which cannot be read where "
                + "nothing"
                + " can be written: copy all its files to where you can"
        case .missing: "there is no history"
        case .foreign: "\(HistoryFile.name) is not a history of Callboard"
        case .otherKind(.real):
            "\(HistoryFile.name) was not made for simulated phones, which are kept apart from real ones"
        case .otherKind(.simulated):
            "\(HistoryFile.name) was made for simulated phones, and real ones are kept apart from those;"
                + " move it away, or name another folder"
        case .newer(let found, let known):
            "\(HistoryFile.name) has form \(found), made by a newer Callboard; this one knows"
                + " forms up to \(known)"
        }
    }
}
