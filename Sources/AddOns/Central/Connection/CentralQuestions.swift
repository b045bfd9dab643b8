import ANCS
import History
import Linux
import Notices
import PostgreSQL

/// Queries of a central database over one connection.
@LoopActor
struct CentralQuestions {
    /// Maximum notifications of a page.
    nonisolated static let page = 250

    private let server: DatabaseSession

    /// - Parameter server: an open connection.
    init(_ server: DatabaseSession) {
        self.server = server
    }

    /// Returns the newest matching notifications, up to `count` and one page, after `place`.
    func notices(
        _ filter: CentralFilter, after place: CentralListPage.Place?, atMost count: Int
    ) async throws(BatchFailure) -> CentralListPage {
        let most = min(count, Self.page)
        let rows = try await server.rows(
            SQLStatement(
                CentralStatements.find,
                filter.values + [
                    .integer(place?.moment), .integer(place?.number), .text(place?.history),
                    .integer(Int64(most)),
                ], isRepeated: true))
        return try Self.page(of: rows, isFull: rows.count == most)
    }

    /// Returns the oldest matching notifications, up to one page, after `place`.
    func oldest(
        _ filter: CentralFilter, after place: CentralListPage.Place?
    ) async throws(BatchFailure) -> CentralListPage {
        let rows = try await server.rows(
            SQLStatement(
                CentralStatements.oldest,
                filter.values + [
                    .integer(place?.number), .text(place?.history), .integer(Int64(Self.page)),
                ], isRepeated: true))
        return try Self.page(of: rows, isFull: rows.count == Self.page)
    }

    private static func page(
        of rows: [ResultRow], isFull: Bool
    ) throws(BatchFailure) -> CentralListPage {
        try understood { () throws(ServerFailure) in
            var page = CentralListPage()
            for row in rows {
                if let notice = try CentralNotice(row) {
                    page.notices.append(notice)
                } else {
                    page.unread += 1
                }
            }
            if isFull, let last = rows.last {
                page.next = CentralListPage.Place(
                    moment: try last.value(6), number: try last.value(5), history: try last.value(0)
                )
            }
            return page
        }
    }

    /// Counts the matching notifications, up to a limit.
    func count(
        _ filter: CentralFilter, upTo most: Int
    ) async throws(BatchFailure) -> Int {
        let rows = try await server.rows(
            SQLStatement(CentralStatements.tally, filter.values + [.integer(Int64(most))]))
        return try Self.understood { () throws(ServerFailure) in try rows.first?.value(0) ?? 0 }
    }

    /// Adds all matching notifications to the statistics; also returns the time of the newest one, or 1970 if none match.
    func count(
        into beginning: Statistics, _ filter: CentralFilter
    ) async throws(BatchFailure) -> (statistics: Statistics, last: WallTime) {
        var statistics = beginning
        var last = WallTime(milliseconds: 0)
        var mistake: ServerFailure?
        try await server.run([SQLStatement(CentralStatements.facts, filter.values)]) { _, row in
            do throws(ServerFailure) {
                let fact = try NoticeFact(row)
                if fact.time.milliseconds > last.milliseconds { last = fact.time }
                statistics.add(fact)
            } catch {
                mistake = error
            }
        }
        if let mistake { throw BatchFailure(failure: mistake) }
        return (statistics, last)
    }

    /// Returns all bridges, sorted by site and name.
    func bridges() async throws(BatchFailure) -> [CentralBridge] {
        let rows = try await server.rows(SQLStatement(CentralBridge.question, isRepeated: true))
        return try Self.understood { () throws(ServerFailure) in
            try rows.map { (row) throws(ServerFailure) in try CentralBridge(row) }
        }
    }

    /// Time of the oldest notification visible to this user; nil if there is none.
    func oldestMoment() async throws(BatchFailure) -> WallTime? {
        let rows = try await server.rows(
            SQLStatement("SELECT moment FROM callboard.notices ORDER BY number LIMIT 1"))
        return try Self.understood { () throws(ServerFailure) in
            try rows.first.map { (row) throws(ServerFailure) in
                WallTime(milliseconds: try row.value(0))
            }
        }
    }

    /// Runs `body`; an invalid row becomes a `BatchFailure`.
    private static func understood<Value>(
        _ body: () throws(ServerFailure) -> Value
    ) throws(BatchFailure) -> Value {
        do throws(ServerFailure) {
            return try body()
        } catch {
            throw BatchFailure(failure: error)
        }
    }
}

extension NoticeFact {
    fileprivate init(_ row: ResultRow) throws(ServerFailure) {
        let state = try row.optional(8, as: String.self)
        let category: Int64 = try row.value(4)
        self.init(
            time: WallTime(milliseconds: try row.value(0)),
            phone: CentralNotice.name(
                of: try row.value(3), site: try row.value(1), bridge: try row.value(2)),
            category: Category(CategoryID(rawValue: UInt8(truncatingIfNeeded: category))),
            appID: Text(try row.value(5)), appName: try row.optional(6).map { Text($0) },
            title: Text(try row.optional(7) ?? ""), call: nil)
        guard let state else { return }
        let (ring, talk): (Int64?, Int64?) = (try row.optional(9), try row.optional(11))
        call = Call(
            state: Call.State(rawValue: state) ?? .ended,
            ringTime: ring.map { .milliseconds($0) }, talkTime: talk.map { .milliseconds($0) },
            isDeclined: try row.optional(10) ?? false)
    }
}
