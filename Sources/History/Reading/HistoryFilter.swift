internal import ANCS
package import Linux
package import Notices

/// Which notices of a history somebody wants to see.
package struct HistoryFilter: Hashable, Sendable {
    /// Not those before.
    package var since: WallTime?
    /// Only those before.
    package var until: WallTime?
    /// Those of these kinds; of all where there is none.
    package var categories: Set<Category> = []
    /// Those of these apps, by name or bundle identifier, whatever the case; of all where there is
    /// none.
    package var apps: [String] = []
    /// Those of these phones, by name or bond, whatever the case; of all where there is none.
    package var phones: [String] = []
    /// Only calls that nobody took.
    package var onlyMissed = false
    /// Only calls.
    package var onlyCalls = false
    /// Only those before this one.
    package var before: NoticeID?
    /// The newest of them, so many at most.
    package var limit: Int?

    package init() {}
}

/// A filter as the part of a statement that follows `WHERE`, and its values.
struct FilterClause {
    private(set) var conditions: [String] = []
    private(set) var values: [DatabaseValue] = []

    /// - Parameter database: where the numbers of apps and phones are looked up.
    init(_ filter: HistoryFilter, in database: Database) throws(DatabaseError) {
        if let since = filter.since { add("notice.number >= ?", since.firstNumber) }
        if let until = filter.until { add("notice.number < ?", until.firstNumber) }
        if let before = filter.before {
            add("notice.number < ?", Int64(bitPattern: before.rawValue))
        }
        if !filter.categories.isEmpty {
            add("notice.category", filter.categories.map { Int64($0.id.rawValue) })
        }
        if !filter.apps.isEmpty { add("notice.app", try database.apps(called: filter.apps)) }
        if !filter.phones.isEmpty {
            add("notice.phone", try database.phones(called: filter.phones))
        }
        if filter.onlyCalls || filter.onlyMissed {
            conditions.append("notice.call_state IS NOT NULL")
        }
        if filter.onlyMissed { conditions.append("notice.call_state = 'missed'") }
    }

    /// Adds a condition with one value.
    mutating func add(_ condition: String, _ value: Int64) {
        conditions.append(condition)
        values.append(.integer(value))
    }

    /// Adds the condition that a column is one of some numbers.
    private mutating func add(_ column: String, _ numbers: [Int64]) {
        let marks = numbers.map { _ in "?" }.joined(separator: ", ")
        conditions.append("\(column) IN (\(marks))")
        values += numbers.sorted().map { .integer($0) }
    }

    /// The conditions, `WHERE` included; nothing where all is wanted.
    var sql: String {
        conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    }
}

extension WallTime {
    /// The least number that a notice of this moment can have.
    var firstNumber: Int64 {
        Int64(clamping: min(max(milliseconds, 0), Int64.max >> 20)) << 20
    }
}

extension Database {
    /// The numbers of the apps with one of these names or identifiers.
    func apps(called wanted: [String]) throws(DatabaseError) -> [Int64] {
        let wanted = Set(wanted.map { $0.lowercased() })
        var numbers: [Int64] = []
        try rows("SELECT number, identifier, name FROM app") { (row) throws(DatabaseError) in
            let names = [row.text(1).string, row.text(2).string, row.text(2).cleaned()]
            if names.contains(where: { wanted.contains($0.lowercased()) }) {
                numbers.append(row.integer(0))
            }
            return true
        }
        return numbers
    }

    /// The numbers of the phones with one of these names or bonds.
    func phones(called wanted: [String]) throws(DatabaseError) -> [Int64] {
        let wanted = Set(wanted.map { $0.lowercased() })
        var numbers: [Int64] = []
        try rows("SELECT number, bond, name FROM phone") { (row) throws(DatabaseError) in
            if wanted.contains(row.string(1).lowercased())
                || wanted.contains(row.string(2).lowercased())
            {
                numbers.append(row.integer(0))
            }
            return true
        }
        return numbers
    }
}
