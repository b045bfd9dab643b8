internal import Linux
import Notices

/// Whose notifications a history holds: those of real phones, or of simulated ones.
///
/// A history of simulated phones has a mark from the moment when it is made. Each kind of phone is kept out of the
/// histories of the other: a person who looks back must not take a simulated call for a real one.
package enum HistoryKind: Hashable, Sendable {
    case real
    case simulated

    /// Makes sure that phones of this kind may be kept in a folder, and begins a history of this kind there if there is
    /// none.
    ///
    /// - Parameter adoptsOlder: whether a history without a mark gets one unless it has a phone with an address: the folder
    ///   belonged to simulated phones before there was a mark.
    package func claim(_ folder: String, adoptsOlder: Bool = false) throws(HistoryError) {
        do throws(HistoryError) {
            _ = try Database.openHistory(in: folder, durability: .normal, kind: self)
        } catch .otherKind(.real) where adoptsOlder {
            try Database.openExistingHistory(in: folder).adopt()
        }
    }
}

extension Database {
    /// The table that only histories of simulated phones have.
    ///
    /// It is no step of the form, so that earlier programs can read such a history.
    private static let mark = "simulation"

    /// Whether this is a history of simulated phones; one that has not begun is none.
    func isOfSimulation() throws(HistoryError) -> Bool {
        try HistoryError.translate { () throws(DatabaseError) in try isMarked() }
    }

    /// Marks a history that has not begun as one of simulated phones; throws if it is one of real phones.
    func beginSimulation() throws(HistoryError) {
        if try isOfSimulation() { return }
        let isMade = try HistoryError.translate { () throws(DatabaseError) -> Bool in
            try transaction { () throws(DatabaseError) -> Bool in
                // Another process may have been first.
                if try isMarked() { return true }
                guard try number("PRAGMA application_id") != Schema.applicationID else {
                    return false
                }
                try putMark()
                return true
            }
        }
        if !isMade { throw .otherKind(.real) }
    }

    /// Marks a history that an earlier program made for simulated phones: none of its phones has an address.
    fileprivate func adopt() throws(HistoryError) {
        let isMade = try HistoryError.translate { () throws(DatabaseError) -> Bool in
            try transaction { () throws(DatabaseError) -> Bool in
                let real = try number(
                    "SELECT count(*) FROM phone WHERE bond GLOB '??:??:??:??:??:??'")
                guard real == 0 else { return false }
                if try !isMarked() { try putMark() }
                return true
            }
        }
        if !isMade { throw .otherKind(.real) }
    }

    private func isMarked() throws(DatabaseError) -> Bool {
        try number("SELECT count(*) FROM sqlite_schema WHERE name = '\(Self.mark)'") != 0
    }

    private func putMark() throws(DatabaseError) {
        // Both at once: a file with a table that is not called ours is something else.
        try script("PRAGMA application_id = \(Schema.applicationID)")
        try script("CREATE TABLE \(Self.mark) (made TEXT NOT NULL) STRICT")
        try run("INSERT INTO \(Self.mark) VALUES (?)", [DatabaseValue(WallTime.now.timestamp)])
    }
}
