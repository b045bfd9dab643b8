package import Linux
internal import Notices

extension HistoryReader {
    /// Passes battery levels to `take`, oldest first, until it returns false.
    package func levels(
        _ filter: BatteryFilter = BatteryFilter(), _ take: (StoredLevel) -> Bool
    ) throws(HistoryError) {
        try HistoryError.translate { () throws(DatabaseError) in
            let clause = try BatteryClause(filter, in: database)
            try rows(
                "SELECT phone, at, level FROM battery\(clause.sql) AND \(BatteryTable.valid)"
                    + " ORDER BY at, phone", clause.values, take)
        }
    }

    /// Returns the last level of each phone before a time.
    package func levels(
        before time: WallTime, of phones: [String] = []
    ) throws(HistoryError) -> [StoredLevel] {
        try HistoryError.translate { () throws(DatabaseError) in
            let clause = try BatteryClause(
                BatteryFilter(since: nil, until: time, phones: phones), in: database)
            var levels: [StoredLevel] = []
            try rows(
                "SELECT phone, max(at), level FROM battery\(clause.sql) AND \(BatteryTable.valid)"
                    + " GROUP BY phone", clause.values
            ) { level in
                levels.append(level)
                return true
            }
            return levels
        }
    }

    /// Returns the number of battery levels.
    package func count(_ filter: BatteryFilter) throws(HistoryError) -> Int {
        try HistoryError.translate { () throws(DatabaseError) in
            let clause = try BatteryClause(filter, in: database)
            return Int(
                try database.number("SELECT count(*) FROM battery\(clause.sql)", clause.values) ?? 0
            )
        }
    }

    private func rows(
        _ query: String, _ values: [DatabaseValue], _ take: (StoredLevel) -> Bool
    ) throws(DatabaseError) {
        try database.rows(query, values) { (row) throws(DatabaseError) in
            let phone = try phone(row.integer(0))
            // The name of a phone without a bond stands in its place.
            let name = PhoneName(phone.name, bond: phone.bond == phone.name ? nil : phone.bond)
            return take(
                StoredLevel(
                    Int(clamping: row.integer(2)), of: name,
                    at: WallTime(milliseconds: row.integer(1))))
        }
    }
}

/// A filter as a `WHERE` clause with its values.
struct BatteryClause {
    private(set) var values: [DatabaseValue] = []
    private var conditions = ["1"]

    /// Creates the clause.
    ///
    /// - Parameter database: database for looking up phones
    init(_ filter: BatteryFilter, in database: Database) throws(DatabaseError) {
        if let since = filter.since { add("at >= ?", since) }
        if let until = filter.until { add("at < ?", until) }
        guard !filter.phones.isEmpty else { return }
        let phones = try database.phones(called: filter.phones)
        conditions.append("phone IN (\(phones.map { _ in "?" }.joined(separator: ", ")))")
        values += phones.map { .integer($0) }
    }

    /// The conditions including `WHERE`.
    var sql: String { " WHERE " + conditions.joined(separator: " AND ") }

    private mutating func add(_ condition: String, _ time: WallTime) {
        conditions.append(condition)
        values.append(.integer(time.milliseconds))
    }
}
