package import JSON
internal import Notices

/// Error while importing a line.
package enum ImportError: Error, Hashable, Sendable {
    /// Invalid line.
    case line(JSONError)
    /// Error while writing.
    case history(HistoryError)
}

/// Counts of an import.
package struct Imported: Hashable, Sendable {
    /// Number of new notifications.
    package internal(set) var added = 0
    /// Number of notifications that existed already and were not changed.
    package internal(set) var known = 0
    /// Number of new beacon events.
    package internal(set) var sightings = 0
    /// Number of new battery levels.
    package internal(set) var levels = 0
}

/// Imports exported lines into a history; for one thread at a time.
package final class HistoryImport {
    /// Lines per transaction.
    private static let linesAtOnce = 500

    /// Size in bytes at which buffered lines are written.
    private static let bytesAtOnce = 4 << 20

    private let store: EventStore
    private var waiting: [HistoryLine.Content] = []
    private var waitingBytes = 0
    /// Counts of the rows written so far.
    package private(set) var imported = Imported()

    /// Opens the history in a folder, or creates one.
    package init(into folder: String) throws(HistoryError) {
        let database = try Database.openHistory(in: folder, durability: .normal)
        store = EventStore(database, policy: StorePolicy())
    }

    /// Adds a line, with or without its line feed; empty lines are ignored.
    package func take(_ line: [UInt8]) throws(ImportError) {
        if line.allSatisfy({ $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) { return }
        do throws(JSONError) {
            waiting.append(try HistoryLine.read(line))
        } catch {
            throw .line(error)
        }
        waitingBytes += line.count
        guard waiting.count >= Self.linesAtOnce || waitingBytes >= Self.bytesAtOnce else { return }
        do throws(HistoryError) {
            try finish()
        } catch {
            throw .history(error)
        }
    }

    /// Writes the buffered lines.
    package func finish() throws(HistoryError) {
        let lines = waiting
        (waiting, waitingBytes) = ([], 0)
        let more = try HistoryError.translate { () throws(DatabaseError) in
            try store.add(lines)
        }
        imported.added += more.added
        imported.known += more.known
        imported.sightings += more.sightings
        imported.levels += more.levels
    }
}

extension EventStore {
    /// Adds the content of lines in one transaction.
    fileprivate func add(_ lines: [HistoryLine.Content]) throws(DatabaseError) -> Imported {
        try inTransaction { () throws(DatabaseError) in
            var imported = Imported()
            for line in lines {
                switch line {
                case .header: break
                case .link(let span, let bond): try add(span, bond: bond)
                case .sighting(let sighting):
                    if try add(sighting.news, at: sighting.at) { imported.sightings += 1 }
                case .level(let level): if try add(level) { imported.levels += 1 }
                case .notice(let stored):
                    if try add(stored) { imported.added += 1 } else { imported.known += 1 }
                }
            }
            return imported
        }
    }
}
