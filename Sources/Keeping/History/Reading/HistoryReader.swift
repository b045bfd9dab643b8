package import Linux
package import Notices

/// Reader of a history, also while a bridge writes it; for one thread at a time.
package final class HistoryReader {
    let database: Database
    private var phones: [Int64: PhoneRow] = [:]
    private var apps: [Int64: AppRow] = [:]
    private var splitter: WordSplitter?

    /// Limit of cached names.
    private static let nameLimit = 4096

    package init(in folder: String) throws(HistoryError) {
        database = try Database.openHistoryToRead(in: folder)
    }

    init(_ database: Database) {
        self.database = database
    }

    /// Passes notifications to `take`, newest first, until it returns false.
    package func notices(
        _ filter: HistoryFilter = HistoryFilter(), _ take: (StoredNotice) -> Bool
    ) throws(HistoryError) {
        try HistoryError.translate { () throws(DatabaseError) in
            let clause = try FilterClause(filter, in: database)
            try read(clause, "ORDER BY " + clause.order.newestFirst, limit: filter.limit, take)
        }
    }

    /// Passes the notifications after one to `take`, oldest first, until it returns false.
    ///
    /// Without `last`, all notifications are passed.
    package func notices(
        after last: NoticeID?, _ filter: HistoryFilter = HistoryFilter(),
        _ take: (StoredNotice) -> Bool
    ) throws(HistoryError) {
        try HistoryError.translate { () throws(DatabaseError) in
            var clause = try FilterClause(filter, in: database, reading: .received)
            if let last { clause.add("notice.number > ?", Int64(bitPattern: last.rawValue)) }
            try read(clause, "ORDER BY notice.number", limit: filter.limit, take)
        }
    }

    /// Returns the id of the newest notification.
    package func newest() throws(HistoryError) -> NoticeID? {
        try HistoryError.translate { () throws(DatabaseError) in
            try database.number("SELECT max(number) FROM notice")
                .map { NoticeID(rawValue: UInt64(bitPattern: $0)) }
        }
    }

    /// Returns the time of the oldest notification.
    package func oldestMoment(_ order: HistoryOrder) throws(HistoryError) -> WallTime? {
        try HistoryError.translate { () throws(DatabaseError) in
            let (moment, place) =
                order == .sent
                ? (Schema.moment, "\(Schema.moment), notice.number") : ("received", "number")
            return try database.number("SELECT \(moment) FROM notice ORDER BY \(place) LIMIT 1")
                .map(WallTime.init(milliseconds:))
        }
    }

    /// Returns the number of notifications; the filter's limit is ignored.
    package func count(
        _ filter: HistoryFilter = HistoryFilter()
    ) throws(HistoryError) -> Int {
        try HistoryError.translate { () throws(DatabaseError) in
            let clause = try FilterClause(filter, in: database)
            let sql = "SELECT count(*) FROM \(clause.source)" + clause.sql
            return Int(try database.number(sql, clause.values) ?? 0)
        }
    }

    /// Returns a number that changes when another connection writes.
    package func version() throws(HistoryError) -> Int {
        try HistoryError.translate { () throws(DatabaseError) in
            Int(try database.number("PRAGMA data_version") ?? 0)
        }
    }

    /// Whether the open file is no longer the history because it was moved or removed.
    package var hasMoved: Bool { database.hasMoved }

    /// Runs `body` with a time limit; exceeding it throws an interruption.
    package func within<Result>(
        _ limit: Duration, _ body: () throws(HistoryError) -> Result
    ) throws(HistoryError) -> Result {
        try database.within(limit, body)
    }

    /// Returns a notification; nil if there is none with this id.
    package func notice(_ id: NoticeID) throws(HistoryError) -> StoredNotice? {
        try HistoryError.translate { () throws(DatabaseError) in
            try stored(Int64(bitPattern: id.rawValue))
        }
    }

    /// Returns the notifications that match a handle, newest first.
    package func notices(
        named handle: NoticeHandle, limit: Int
    ) throws(HistoryError) -> [StoredNotice] {
        try HistoryError.translate { () throws(DatabaseError) in
            let sql = "SELECT number FROM notice WHERE number & ? = ? ORDER BY number DESC LIMIT ?"
            var numbers: [Int64] = []
            let values = [handle.mask, handle.end].map { Int64(bitPattern: $0) } + [Int64(limit)]
            try database.rows(sql, values.map { .integer($0) }) { row in
                numbers.append(row.integer(0))
                return true
            }
            var notices: [StoredNotice] = []
            for number in numbers {
                if let notice = try stored(number) { notices.append(notice) }
            }
            return notices
        }
    }

    func stored(_ number: Int64) throws(DatabaseError) -> StoredNotice? {
        try database.noticeRow(number).map { (row) throws(DatabaseError) in try stored(row) }
    }

    private func read(
        _ clause: FilterClause, _ order: String, limit: Int?, _ take: (StoredNotice) -> Bool
    ) throws(DatabaseError) {
        let columns = NoticeColumns.all.map { "notice." + $0 }.joined(separator: ", ")
        try database.rows(
            "SELECT \(columns) FROM \(clause.source)\(clause.sql) \(order) LIMIT ?",
            clause.values + [DatabaseValue(limit ?? -1)]
        ) { (row) throws(DatabaseError) in
            take(try stored(NoticeRow(row)))
        }
    }

    private func stored(_ row: NoticeRow) throws(DatabaseError) -> StoredNotice {
        StoredNotice(
            row, phone: try phone(row.phone), app: try app(row.app),
            life: try database.life(of: row.number))
    }

    func phone(_ number: Int64) throws(DatabaseError) -> PhoneRow {
        if let known = phones[number] { return known }
        if phones.count >= Self.nameLimit { phones = [:] }
        let found = try database.phone(number)
        phones[number] = found
        return found
    }

    /// Returns the splitter for searches, cached because creating one takes as long as a search.
    func wordSplitter() throws(DatabaseError) -> WordSplitter {
        if let splitter { return splitter }
        let made = try WordSplitter()
        splitter = made
        return made
    }

    func app(_ number: Int64) throws(DatabaseError) -> AppRow {
        if let known = apps[number] { return known }
        if apps.count >= Self.nameLimit { apps = [:] }
        let found = try database.app(number)
        apps[number] = found
        return found
    }
}
