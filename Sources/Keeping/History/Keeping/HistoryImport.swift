package import JSON
internal import Notices

/// Why a line was not taken.
package enum ImportError: Error, Hashable, Sendable {
    /// The line is wrong.
    case line(JSONError)
    /// It could not be written.
    case history(HistoryError)
}

/// How much an import brought.
package struct Imported: Hashable, Sendable {
    /// Notices that are new.
    package internal(set) var added = 0
    /// Notices that were there already, and stay as they were.
    package internal(set) var known = 0
    /// How often something new was told of beacons.
    package internal(set) var sightings = 0
}

/// Takes exported lines into a history; used by one thread at a time.
package final class HistoryImport {
    /// Lines that are written in one transaction.
    private static let linesAtOnce = 500

    /// Bytes of lines from which on they are written, however few they are.
    private static let bytesAtOnce = 4 << 20

    private let scribe: EventStore
    private var waiting: [HistoryLine.Content] = []
    private var waitingBytes = 0
    /// What was written so far.
    package private(set) var imported = Imported()

    /// Opens the history in a folder, and begins one where there is none.
    package init(into folder: String) throws(HistoryError) {
        let database = try Database.openHistory(in: folder, durability: .normal)
        scribe = EventStore(database, policy: StorePolicy())
    }

    /// Takes a line, with or without its line feed; an empty one is nothing.
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

    /// Writes what still waits.
    package func finish() throws(HistoryError) {
        let lines = waiting
        (waiting, waitingBytes) = ([], 0)
        let more = try HistoryError.translate { () throws(DatabaseError) in
            try scribe.add(lines)
        }
        imported.added += more.added
        imported.known += more.known
        imported.sightings += more.sightings
    }
}

extension EventStore {
    /// Adds what some lines hold, all of them or none.
    fileprivate func add(_ lines: [HistoryLine.Content]) throws(DatabaseError) -> Imported {
        try inTransaction { () throws(DatabaseError) in
            var imported = Imported()
            for line in lines {
                switch line {
                case .header: break
                case .link(let span, let bond): try add(span, bond: bond)
                case .sighting(let sighting):
                    if try add(sighting.news, at: sighting.at) { imported.sightings += 1 }
                case .notice(let stored):
                    if try add(stored) { imported.added += 1 } else { imported.known += 1 }
                }
            }
            return imported
        }
    }
}
