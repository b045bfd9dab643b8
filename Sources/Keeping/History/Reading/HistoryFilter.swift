internal import ANCS
package import Linux
package import Notices

/// Sort key of notifications.
package enum HistoryOrder: String, Hashable, Sendable, CaseIterable {
    /// Time of sending, or of arrival if that is unknown.
    case sent
    /// Time of arrival.
    case received
}

/// Position of a notification in a sorted list.
package struct ListPosition: Hashable, Sendable {
    let moment: Int64
    let id: NoticeID
}

/// Selection of notifications of a history.
package struct HistoryFilter: Hashable, Sendable {
    /// Sort key, also the key for `since` and `until`.
    package var order = HistoryOrder.sent
    /// Earliest time, inclusive.
    package var since: WallTime?
    /// Latest time, exclusive.
    package var until: WallTime?
    /// Categories; empty for all.
    package var categories: Set<Category> = []
    /// Apps, by name or bundle identifier, ignoring case; empty for all.
    package var apps: [String] = []
    /// Phones, by name or bond, ignoring case; empty for all.
    package var phones: [String] = []
    /// Whether only missed calls are included.
    package var onlyMissed = false
    /// Whether only calls are included.
    package var onlyCalls = false
    /// Only notifications older than this position.
    package var before: ListPosition?
    /// Limit of notifications; the newest are included.
    package var limit: Int?

    /// Creates a filter that includes everything.
    package init() {}
}

/// A filter as conditions of a `WHERE` clause with their values.
struct FilterClause {
    /// The table, with an explicit index if required.
    private(set) var source = "notice"
    /// The order of reading.
    let order: HistoryOrder
    private(set) var conditions: [String] = []
    private(set) var values: [DatabaseValue] = []

    /// Creates the conditions.
    ///
    /// - Parameters:
    ///   - database: database for looking up apps and phones
    ///   - reading: order of reading, if it differs from the filter's order
    init(
        _ filter: HistoryFilter, in database: Database, reading: HistoryOrder? = nil
    ) throws(DatabaseError) {
        order = reading ?? filter.order
        switch filter.order {
        case .received: addTimes(of: filter, column: "notice.number") { $0 << 20 }
        case .sent:
            // A unary plus prevents the use of an index that would require sorting.
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

    /// Adds the condition for categories.
    ///
    /// Incoming calls include answered ones that have ended, whose last category is the active call.
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

    mutating func add(_ condition: String, _ value: Int64) {
        conditions.append(condition)
        values.append(.integer(value))
    }

    /// Adds the condition that a column has one of several numbers.
    private mutating func add(_ column: String, _ numbers: [Int64]) {
        let marks = numbers.map { _ in "?" }.joined(separator: ", ")
        // No index has the rows of several numbers in the required order.
        conditions.append((numbers.count == 1 ? "" : "+") + "\(column) IN (\(marks))")
        values += numbers.sorted().map { .integer($0) }
    }

    /// The conditions including `WHERE`; empty without conditions.
    var sql: String {
        conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    }
}

extension HistoryOrder {
    /// Text after `ORDER BY`, newest first.
    var newestFirst: String {
        switch self {
        case .sent: "\(Schema.moment) DESC, notice.number DESC"
        case .received: "notice.number DESC"
        }
    }
}

extension WallTime {
    /// Smallest possible number of a notification at this time.
    var firstNumber: Int64 { storable << 20 }

    /// Milliseconds, limited to the range of a notification's number.
    fileprivate var storable: Int64 { min(max(milliseconds, 0), Int64.max >> 20) }
}

extension Database {
    /// Returns the numbers of apps with one of these names or identifiers.
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

    /// Returns the numbers of phones with one of these names or bonds.
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
