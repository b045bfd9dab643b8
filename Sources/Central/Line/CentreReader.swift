import ANCS
import Centre
import History
import Linux
import Notices
import PostgreSQL

/// A notice as a centre has it: where it came from, and its place in the list.
struct CentreNotice: Sendable {
    /// The site and the bridge.
    let site: String
    let bridge: String
    /// All that is known of it, under its phone's present name.
    let stored: StoredNotice
    fileprivate let moment: Int64
    fileprivate let number: Int64
    fileprivate let history: String

    fileprivate init?(_ row: Row) throws(ServerFailure) {
        history = try row.value(0)
        site = try row.value(1)
        bridge = try row.value(2)
        number = try row.value(5)
        moment = try row.value(6)
        let record: String = try row.value(7)
        guard let read = try? HandedRecord(Array(record.utf8)) else { return nil }
        stored = read.stored.onPhone(called: try row.value(4))
    }
}

/// What a person wants to see of a centre.
struct CentreFilter: Sendable {
    /// What every command can choose, and the order.
    var notices = HistoryFilter()
    /// Words that must be there.
    var words: TextQuery?
    /// Only these sites; all where there are none.
    var sites: [String] = []
    /// Only these bridges; all where there are none.
    var bridges: [String] = []
}

/// Reads a centre for a command, page by page, on the calling thread.
final class CentreReader {
    /// Notices that are in memory at a time.
    private static let page = 250

    let server: ServerDialogue

    /// Connects.
    init(_ plan: ServerPlan) throws(ServerFailure) {
        let opened = EventLoop.run {
            (finish: @escaping @LoopActor (Result<ServerDialogue, ServerFailure>) -> Void) in
            Task { @LoopActor in
                let server = ServerDialogue()
                do throws(ServerFailure) {
                    _ = try await server.open(plan)
                    finish(.success(server))
                } catch {
                    finish(.failure(error))
                }
            }
        }
        server = try opened.get()
    }

    /// Hands over the notices that fit, the newest first, until `take` has had enough.
    func notices(
        _ filter: CentreFilter, _ take: (CentreNotice) -> Bool
    ) throws(ServerFailure) {
        var left = filter.notices.limit ?? .max
        var last: (moment: Int64, number: Int64, history: String)?
        while left > 0 {
            let most = min(left, Self.page)
            let rows = try rows(
                Statement(
                    CentreStatements.find,
                    Self.values(of: filter) + [
                        .integer(last?.moment), .integer(last?.number), .text(last?.history),
                        .integer(Int64(most)),
                    ], isRepeated: true))
            for row in rows {
                last = (try row.value(6), try row.value(5), try row.value(0))
                guard let notice = try CentreNotice(row) else { continue }
                if !take(notice) { return }
            }
            guard rows.count == most else { return }
            left -= rows.count
        }
    }

    /// How many fit, up to a number.
    func count(_ filter: CentreFilter, upTo most: Int) throws(ServerFailure) -> Int {
        let rows = try rows(
            Statement(
                CentreStatements.tally, Self.values(of: filter) + [.integer(Int64(most))]))
        return try rows.first?.value(0) ?? 0
    }

    /// Asks something, and waits for all of the answer.
    func rows(_ statement: Statement) throws(ServerFailure) -> [Row] {
        let server = server
        let result = EventLoop.run {
            (finish: @escaping @LoopActor (Result<[Row], ServerFailure>) -> Void) in
            Task { @LoopActor in
                do throws(BatchFailure) {
                    finish(.success(try await server.rows(statement)))
                } catch {
                    finish(.failure(error.failure))
                }
            }
        }
        return try result.get()
    }

    static func values(of filter: CentreFilter) -> [SQLValue] {
        let notices = filter.notices
        return [
            .text(filter.words?.words), .texts((filter.words?.phrases ?? []).map(\.self)),
            .text(filter.words?.literal), .texts(filter.sites.map(\.self)),
            .texts(filter.bridges.map(\.self)), .texts(notices.phones.map(\.self)),
            .texts(notices.apps.map(\.self)),
            .integers(notices.categories.map { Int64($0.id.rawValue) }.sorted()),
            .bool(notices.onlyCalls), .bool(notices.onlyMissed),
            .integer(notices.since?.milliseconds), .integer(notices.until?.milliseconds),
            .bool(notices.order == .sent),
        ]
    }
}
