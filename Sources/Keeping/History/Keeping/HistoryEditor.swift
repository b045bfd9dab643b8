package import Linux
internal import Notices

/// What somebody wants to be gone.
package enum Forgetting: Hashable, Sendable {
    /// The notices of an app, by its name or bundle identifier.
    case app(String)
    /// All of a phone, by its name or bond.
    case phone(String)
    /// All that came before a moment.
    case before(WallTime)
    /// What was told of the thing, region or person of this name.
    case item(String)
    /// What a search for these words finds.
    case match(SearchWords)
    /// All of it.
    case all
}

extension Forgetting {
    /// What was told of beacons that goes with it; nil where that is nothing.
    package var sightings: SightingFilter? {
        var filter = SightingFilter()
        switch self {
        case .app, .match: return nil
        case .phone(let name): filter.phones = [name]
        case .before(let time): filter.until = time
        case .item(let name): filter.name = name
        case .all: break
        }
        return filter
    }
}

/// What has become of it.
package struct Forgotten: Hashable, Sendable {
    /// How many notices are gone.
    package let count: Int
    /// How often something was told of a beacon, a thing or a person that is gone.
    package internal(set) var sightings = 0
    /// Whether nothing of them is left in the files; not while somebody else still reads what was
    /// there before.
    package let isPurged: Bool
}

/// Takes things out of a history for good, also while a bridge writes it; used by one thread at a
/// time.
package final class HistoryEditor {
    private let database: Database

    /// Opens the history in a folder.
    package init(in folder: String) throws(HistoryError) {
        database = try Database.openExistingHistory(in: folder)
    }

    /// Takes something out, row by row, and then all that was left of its words: in the index, in
    /// free pages, and in the log.
    package func forget(_ what: Forgetting) throws(HistoryError) -> Forgotten {
        try HistoryError.translate { () throws(DatabaseError) in
            let sightings = try deleteSightings(what)
            let count = try delete(what)
            return Forgotten(count: count, sightings: sightings, isPurged: try purge())
        }
    }

    /// Sees to it that nothing is left of what was taken out earlier; false while somebody still reads
    /// what was there before.
    package func finishForgetting() throws(HistoryError) -> Bool {
        try HistoryError.translate { () throws(DatabaseError) in try purge() }
    }

    private func delete(_ what: Forgetting) throws(DatabaseError) -> Int {
        var filter = HistoryFilter()
        switch what {
        case .app(let name): filter.apps = [name]
        case .phone(let name):
            filter.phones = [name]
            try deleteLinks(of: name)
        case .before(let time):
            filter.until = time
            try database.transaction { () throws(DatabaseError) in
                try database.run(
                    "DELETE FROM link WHERE ended < ?", [.integer(time.milliseconds)])
            }
        case .item: return 0
        case .match(let words): return try deleteMatches(words)
        case .all:
            try database.transaction { () throws(DatabaseError) in
                try database.run("DELETE FROM link")
            }
        }
        let clause = try FilterClause(filter, in: database, reading: .received)
        let condition =
            clause.conditions.isEmpty ? "1" : clause.conditions.joined(separator: " AND ")
        var (count, last) = (0, Int64.min)
        while true {
            let some = try database.deleteSome(
                where: condition, clause.values, after: last, .forgotten)
            if some.count == 0 { return count }
            count += some.count
            last = some.last
        }
    }

    private func deleteSightings(_ what: Forgetting) throws(DatabaseError) -> Int {
        guard let filter = what.sightings else { return 0 }
        let clause = try SightingClause(filter, in: database)
        var count = 0
        while true {
            let some = try database.deleteSomeSightings(clause.sql, clause.values)
            if some == 0 { return count }
            count += some
        }
    }

    private func deleteMatches(_ words: SearchWords) throws(DatabaseError) -> Int {
        var everything = HistoryFilter()
        everything.limit = .max
        let (numbers, _) = try HistoryReader(database).find(words, everything, within: nil)
        var start = 0
        while start < numbers.count {
            let end = min(start + Database.rowsAtOnce, numbers.count)
            try database.transaction { () throws(DatabaseError) in
                for number in numbers[start..<end] { try database.delete(number, .forgotten) }
            }
            start = end
        }
        return numbers.count
    }

    private func deleteLinks(of phone: String) throws(DatabaseError) {
        let phones = try database.phones(called: [phone])
        try database.transaction { () throws(DatabaseError) in
            for number in phones {
                try database.run("DELETE FROM link WHERE phone = ?", [.integer(number)])
            }
        }
    }

    /// Sees to it that nothing is left of what was taken out; false while somebody else still reads
    /// what was there before.
    private func purge() throws(DatabaseError) -> Bool {
        try database.deleteUnusedApps()
        try database.deleteUnusedPhones()
        var isFirst = true
        while try database.mergeIndex(isThorough: isFirst) { isFirst = false }
        // Rows that move from page to page leave bytes behind that SQLite does not overwrite, whatever
        // secure_delete says; only a file that is written anew has none of them.
        try database.vacuum()
        return try database.emptyLog()
    }
}
