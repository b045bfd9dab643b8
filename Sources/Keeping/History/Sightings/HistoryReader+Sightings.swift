package import Linux
internal import Notices

extension HistoryReader {
    /// Passes beacon events to `take`, newest first, until it returns false.
    package func sightings(
        _ filter: SightingFilter = SightingFilter(), _ take: (Sighting) -> Bool
    ) throws(HistoryError) {
        try HistoryError.translate { () throws(DatabaseError) in
            var matcher = try filter.words.map { (words) throws(DatabaseError) in
                SightingMatcher(words, try wordSplitter())
            }
            var left = filter.limit ?? .max
            try rows(filter, "ORDER BY at DESC, number DESC") { sighting in
                guard left > 0 else { return false }
                guard matcher?.matches(sighting.news) ?? true else { return true }
                left -= 1
                return take(sighting) && left > 0
            }
        }
    }

    /// Passes the beacon events for statistics to `take`, oldest first.
    ///
    /// These are the last event of each beacon, item or resident before the period, taps excepted, and all events within it.
    package func sightings(
        forStatisticsSince since: WallTime?, until: WallTime?, _ take: (Sighting) -> Void
    ) throws(HistoryError) {
        try HistoryError.translate { () throws(DatabaseError) in
            var filter = SightingFilter()
            if let since {
                filter.until = since
                let last =
                    "AND number IN (SELECT number FROM (SELECT number, max(at) FROM sighting"
                    + " WHERE at < ? AND change <> 'tap' GROUP BY kind, name)) ORDER BY at, number"
                try rows(filter, last, [.integer(since.milliseconds)]) { sighting in
                    take(sighting)
                    return true
                }
            }
            (filter.since, filter.until) = (since, until)
            try rows(filter, "ORDER BY at, number") { sighting in
                take(sighting)
                return true
            }
        }
    }

    /// Passes beacon events to `take`, oldest first, until it returns false.
    func sightingsOldestFirst(
        _ filter: SightingFilter, _ take: (Sighting) -> Bool
    ) throws(HistoryError) {
        try HistoryError.translate { () throws(DatabaseError) in
            try rows(filter, "ORDER BY at, number", [], take)
        }
    }

    /// Returns the number of beacon events; the filter's limit is ignored.
    package func count(_ filter: SightingFilter) throws(HistoryError) -> Int {
        var (filter, count) = (filter, 0)
        filter.limit = nil
        try sightings(filter) { _ in
            count += 1
            return true
        }
        return count
    }

    /// Returns the time of the oldest beacon event.
    package func oldestSighting() throws(HistoryError) -> WallTime? {
        try HistoryError.translate { () throws(DatabaseError) in
            try database.number("SELECT min(at) FROM sighting").map(WallTime.init(milliseconds:))
        }
    }

    /// Returns the time of the newest notification, beacon event or connection.
    package func lastMoment() throws(HistoryError) -> WallTime? {
        try HistoryError.translate { () throws(DatabaseError) in
            try database.number(
                "SELECT max(moment) FROM (SELECT max(number) >> 20 AS moment FROM notice UNION ALL"
                    + " SELECT max(ended) FROM link UNION ALL SELECT max(at) FROM sighting)"
            ).map(WallTime.init(milliseconds:))
        }
    }

    private func rows(
        _ filter: SightingFilter, _ rest: String, _ values: [DatabaseValue] = [],
        _ take: (Sighting) -> Bool
    ) throws(DatabaseError) {
        let clause = try SightingClause(filter, in: database)
        try database.rows(
            "SELECT \(SightingTable.columns) FROM sighting\(clause.sql) \(rest)",
            clause.values + values
        ) { (row) throws(DatabaseError) in
            guard
                let sighting = try SightingTable.sighting(
                    row, { (number) throws(DatabaseError) in try phone(number) })
            else { return true }
            return take(sighting)
        }
    }
}

/// A filter as a `WHERE` clause with its values.
struct SightingClause {
    private(set) var values: [DatabaseValue] = []
    private var conditions: [String] = []

    /// Creates the clause.
    ///
    /// - Parameter database: database for looking up phones and the case of names
    init(_ filter: SightingFilter, in database: Database) throws(DatabaseError) {
        if let since = filter.since { add("at >= ?", .integer(since.milliseconds)) }
        if let until = filter.until { add("at < ?", .integer(until.milliseconds)) }
        if let place = filter.before {
            add("(at, number) < (?, ?)", .integer(place.at.milliseconds))
            values.append(.integer(place.number))
        }
        if let name = filter.name { add(try database.sightingNames(like: name), to: "name") }
        if !filter.phones.isEmpty {
            add(try database.phones(called: filter.phones).map { .integer($0) }, to: "phone")
        }
    }

    /// The conditions including `WHERE`.
    var sql: String { " WHERE " + (["1"] + conditions).joined(separator: " AND ") }

    private mutating func add(_ condition: String, _ value: DatabaseValue) {
        conditions.append(condition)
        values.append(value)
    }

    private mutating func add(_ some: [DatabaseValue], to column: String) {
        conditions.append(column + " IN (" + some.map { _ in "?" }.joined(separator: ", ") + ")")
        values += some
    }
}

extension Database {
    /// Returns the stored names of items, regions and residents that match, ignoring case.
    fileprivate func sightingNames(like wanted: String) throws(DatabaseError) -> [DatabaseValue] {
        var names: [DatabaseValue] = []
        try rows("SELECT DISTINCT name FROM sighting") { row in
            let name = row.string(0)
            if name.lowercased() == wanted.lowercased() { names.append(DatabaseValue(name)) }
            return true
        }
        return names
    }
}
