import ANCS
import Centre
import History
import Linux
import Notices
import PostgreSQL
import Statistics

extension CentreReader {
    /// Counts the notices that fit, one after the other; returns when the last of them was as well.
    func count(
        into beginning: Statistics, _ filter: CentreFilter
    ) throws(ServerFailure) -> (statistics: Statistics, last: WallTime) {
        let (server, statement) = (
            server, Statement(CentreStatements.facts, Self.values(of: filter))
        )
        let result = EventLoop.run {
            (
                finish: @escaping @LoopActor (Result<(Statistics, WallTime), ServerFailure>) -> Void
            ) in
            Task { @LoopActor in
                var statistics = beginning
                var last = WallTime(milliseconds: 0)
                var mistake: ServerFailure?
                do throws(BatchFailure) {
                    try await server.run([statement]) { _, row in
                        do throws(ServerFailure) {
                            let fact = try NoticeFact(row)
                            if fact.time.milliseconds > last.milliseconds { last = fact.time }
                            statistics.add(fact)
                        } catch {
                            mistake = error
                        }
                    }
                    finish(mistake.map { .failure($0) } ?? .success((statistics, last)))
                } catch {
                    finish(.failure(error.failure))
                }
            }
        }
        return try result.get()
    }

    /// When the first notice came that whoever asks may see.
    func oldestMoment() throws(ServerFailure) -> WallTime? {
        let rows = try rows(
            Statement("SELECT moment FROM callboard.notices ORDER BY number LIMIT 1"))
        return try rows.first.map { (row) throws(ServerFailure) in
            WallTime(milliseconds: try row.value(0))
        }
    }
}

extension NoticeFact {
    fileprivate init(_ row: Row) throws(ServerFailure) {
        let state = try row.optional(8, as: String.self)
        let category: Int64 = try row.value(4)
        self.init(
            time: WallTime(milliseconds: try row.value(0)),
            phone: "\(try row.value(1, as: String.self))/\(try row.value(2, as: String.self)) "
                + (try row.value(3, as: String.self)),
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
