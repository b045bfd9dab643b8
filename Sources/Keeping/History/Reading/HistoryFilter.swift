internal import ANCS
package import Linux
package import Notices

/// By what notices are put in order.
package enum HistoryOrder: String, Hashable, Sendable, CaseIterable {
    /// When they were sent or, where nobody knows, came.
    case sent
    /// When they came.
    case received
}

/// Where a notice is in a list that has an order.
package struct ListPosition: Hashable, Sendable {
    /// Milliseconds since 1970.
    let moment: Int64
    let id: NoticeID
}

/// Which notices of a history somebody wants to see.
package struct HistoryFilter: Hashable, Sendable {
    /// By what they are in order; `since` and `until` are about the same.
    package var order = HistoryOrder.sent
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
    package var before: ListPosition?
    /// The newest of them, so many at most.
    package var limit: Int?

    /// Everything there is.
    package init() {}
}

/// A filter as the part of a statement that follows `WHERE`, and its values.
struct FilterClause {
    /// The table, and by which index it is read where that is not left to the database.
    private(set) var source = "notice"
    /// The order in which the notices are read.
    let order: HistoryOrder
    private(set) var conditions: [String] = []
    private(set) var values: [DatabaseValue] = []

    /// - Parameters:
    ///   - database: where the numbers of apps and phones are looked up.
    ///   - reading: the order in which the notices are read, which may be another one than theirs.
    init(
        _ filter: HistoryFilter, in database: Database, reading: HistoryOrder? = nil
    ) throws(DatabaseError) {
        order = reading ?? filter.order
        switch filter.order {
        case .received: addTimes(of: filter, column: "notice.number") { $0 << 20 }
        case .sent:
            // With a sign before it no index is looked for that would need sorting.
            let sign = order == .sent ? "" : "+"
            addTimes(of: filter, column: sign + Schema.moment) { $0 }
        }
        if !filter.categories.isEmpty { addCategories(of: filter) }
        if !filter.apps.isEmpty { add("notice.app", try database.apps(called: filter.apps)) }
        if !filter.phones.isEmpty {
            add("notice.phone", try database.phones(called: filter.phones))
        }
        if filter.onlyCalls || filter.onlyMissed {
            conditions.append("notice.call_state IS NOT NULL")
            if order == .sent { source = "notice INDEXED BY notice_call_moment" }
        }
        if filter.onlyMissed { conditions.append("notice.call_state = 'missed'") }
    }

    private mutating func addTimes(
        of filter: HistoryFilter, column: String, _ value: (Int64) -> Int64
    ) {
        if let since = filter.since { add("\(column) >= ?", value(since.storable)) }
        if let until = filter.until { add("\(column) < ?", value(until.storable)) }
        guard let before = filter.before else { return }
        let number = Int64(bitPattern: before.id.rawValue)
        if filter.order == .received { return add("notice.number < ?", number) }
        add("\(column) <= ?", before.moment)
        add("(\(column) < ? OR notice.number < ?)", before.moment)
        values.append(.integer(number))
    }

    /// A call that was taken and is over is listed as a call.
    private mutating func addCategories(of filter: HistoryFilter) {
        let numbers = filter.categories.map { Int64($0.id.rawValue) }
        guard filter.categories.contains(Category(.incomingCall)) else {
            return add("notice.category", numbers)
        }
        let marks = numbers.map { _ in "?" }.joined(separator: ", ")
        conditions.append(
            "(notice.category IN (\(marks))"
                + " OR notice.category = ? AND notice.call_state = 'ended')")
        let all = numbers.sorted() + [Int64(CategoryID.activeCall.rawValue)]
        values += all.map { .integer($0) }
    }

    /// Adds a condition with one value.
    mutating func add(_ condition: String, _ value: Int64) {
        conditions.append(condition)
        values.append(.integer(value))
    }

    /// Adds the condition that a column is one of some numbers.
    private mutating func add(_ column: String, _ numbers: [Int64]) {
        let marks = numbers.map { _ in "?" }.joined(separator: ", ")
        // What has several numbers is in no index in the order that is wanted.
        conditions.append((numbers.count == 1 ? "" : "+") + "\(column) IN (\(marks))")
        values += numbers.sorted().map { .integer($0) }
    }

    /// The conditions, `WHERE` included; nothing where all is wanted.
    var sql: String {
        conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    }
}

extension HistoryOrder {
    /// What follows `ORDER BY`, the newest first.
    var newestFirst: String {
        switch self {
        case .sent: "\(Schema.moment) DESC, notice.number DESC"
        case .received: "notice.number DESC"
        }
    }
}

extension WallTime {
    /// The least number that a notice of this moment can have.
    var firstNumber: Int64 { storable << 20 }

    /// Milliseconds, no more than a notice's number has room for.
    fileprivate var storable: Int64 { min(max(milliseconds, 0), Int64.max >> 20) }
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
