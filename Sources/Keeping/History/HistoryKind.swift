internal import Linux
import Notices

/// Kind of phones of a history: real or simulated.
///
/// A history of simulated phones is marked when it is created. The two kinds are never stored
/// together, so that no simulated call is mistaken for a real one.
package enum HistoryKind: Hashable, Sendable {
    case real
    case simulated

    /// Checks that a folder can hold phones of this kind, and creates a history of this kind if
    /// there is none.
    ///
    /// - Parameter adoptsOlder: whether an unmarked history without phone addresses is marked: the
    ///   folder belonged to simulated phones before the mark existed
    package func claim(_ folder: String, adoptsOlder: Bool = false) throws(HistoryError) {
        do throws(HistoryError) {
            _ = try Database.openHistory(in: folder, durability: .normal, kind: self)
        } catch .otherKind(.real) where adoptsOlder {
            try Database.openExistingHistory(in: folder).adopt()
        }
    }
}

extension Database {
    /// Table that only histories of simulated phones contain.
    ///
    /// The table is not part of the schema version, so that earlier programs can read the history.
    private static let mark = "simulation"

    /// Whether this is a history of simulated phones; false for an empty file.
    func isOfSimulation() throws(HistoryError) -> Bool {
        try HistoryError.translate { () throws(DatabaseError) in try isMarked() }
    }

    /// Marks an empty file as a history of simulated phones; throws for a history of real phones.
    func beginSimulation() throws(HistoryError) {
        if try isOfSimulation() { return }
        let isMade = try HistoryError.translate { () throws(DatabaseError) -> Bool in
            try transaction { () throws(DatabaseError) -> Bool in
                // Another process may have marked it meanwhile.
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

    /// Marks a history of simulated phones from an earlier program; throws if a phone has an
    /// address.
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
        // Both together: a file with a table but without the application id is rejected as foreign.
        try script("PRAGMA application_id = \(Schema.applicationID)")
        try script("CREATE TABLE \(Self.mark) (made TEXT NOT NULL) STRICT")
        try run("INSERT INTO \(Self.mark) VALUES (?)", [DatabaseValue(WallTime.now.timestamp)])
    }
}
