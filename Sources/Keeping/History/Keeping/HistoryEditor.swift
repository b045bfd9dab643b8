package import Linux
internal import Notices

/// Selection of rows to delete for good.
package enum Forgetting: Hashable, Sendable {
    /// Notifications of an app, by name or bundle identifier.
    case app(String)
    /// All rows of a phone, by name or bond.
    case phone(String)
    /// All rows before a time.
    case before(WallTime)
    /// Beacon events of the item, region or resident with this name.
    case item(String)
    /// Notifications that match a search.
    case match(SearchWords)
    case all
}

extension Forgetting {
    /// The beacon events included in the selection; nil for none.
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

extension Forgetting {
    /// The battery levels included in the selection; nil for none.
    package var levels: BatteryFilter? {
        var filter = BatteryFilter()
        switch self {
        case .app, .match, .item: return nil
        case .phone(let name): filter.phones = [name]
        case .before(let time): filter.until = time
        case .all: break
        }
        return filter
    }
}

/// Result of a deletion.
package struct Forgotten: Hashable, Sendable {
    /// Number of deleted notifications.
    package let count: Int
    /// Number of deleted beacon events.
    package internal(set) var sightings = 0
    /// Number of deleted battery levels.
    package internal(set) var levels = 0
    /// Whether no deleted text remains in the files; false while another reader uses an earlier
    /// state.
    package let isPurged: Bool
}

/// Deletes rows of a history for good, also while a bridge writes it; for one thread at a time.
package final class HistoryEditor {
    private let database: Database

    package init(in folder: String) throws(HistoryError) {
        database = try Database.openExistingHistory(in: folder)
    }

    /// Deletes a selection, then its remains in the index, in free pages and in the log.
    package func forget(_ what: Forgetting) throws(HistoryError) -> Forgotten {
        try HistoryError.translate { () throws(DatabaseError) in
            let sightings = try deleteSightings(what)
            let levels = try deleteLevels(what)
            let count = try delete(what)
            return Forgotten(
                count: count, sightings: sightings, levels: levels, isPurged: try purge())
        }
    }

    /// Erases the remains of earlier deletions; false while another reader uses an earlier state.
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

    private func deleteLevels(_ what: Forgetting) throws(DatabaseError) -> Int {
        guard let filter = what.levels else { return 0 }
        let clause = try BatteryClause(filter, in: database)
        var count = 0
        while true {
            let some = try database.deleteSomeLevels(clause.sql, clause.values)
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

    /// Erases the remains of deleted rows; false while another reader uses an earlier state.
    private func purge() throws(DatabaseError) -> Bool {
        try database.deleteUnusedApps()
        try database.deleteUnusedPhones()
        var isFirst = true
        while try database.mergeIndex(isThorough: isFirst) { isFirst = false }
        // Rows that move between pages leave bytes that SQLite does not overwrite, even with
        // secure_delete. Only a rewritten file contains none of them.
        try database.vacuum()
        return try database.emptyLog()
    }
}
