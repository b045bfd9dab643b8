import ANCS
import Expecting
import Linux
import Notices
import Testing

@testable import History

/// Lists by when notices were sent, and by when they came.
struct OrderTests {
    private let folder = TemporaryFolder()

    /// Notices number 0 to 5 that came in this order; 1 to 3 had been sent the days before.
    private func write() throws {
        let writer = HistoryWriter(in: folder.path)
        var notices = (0...5).map { number in
            Sample.notice(
                number, title: Text("\(number)"), message: Text("a parcel"),
                app: number == 4 ? "org.other" : "org.app",
                call: number == 2 ? Call(state: .missed) : nil)
        }
        for (number, days) in [(1, 1), (2, 3), (3, 2)] {
            notices[number].sent = Sample.at(-86_400 * days)
        }
        _ = try writer.write(
            notices.map { Sample.event($0.call == nil ? .added : .missed, $0) })
    }

    private func titles(_ filter: HistoryFilter) throws -> [String] {
        try Sample.all(in: folder, filter).map(\.notice.title.string)
    }

    private static func filter(
        _ order: HistoryOrder, _ change: (inout HistoryFilter) -> Void = { _ in }
    ) -> HistoryFilter {
        var filter = HistoryFilter()
        filter.order = order
        change(&filter)
        return filter
    }

    @Test func `the newest is the one that was sent last, or came last`() throws {
        try write()
        try expect(titles(Self.filter(.sent)), is: ["5", "4", "0", "1", "3", "2"])
        try expect(titles(Self.filter(.received)), is: ["5", "4", "3", "2", "1", "0"])
    }

    @Test func `times are about what the list is sorted by`() throws {
        try write()
        let day = (Sample.at(-2 * 86_400 - 60), Sample.at(-60))
        let sent = Self.filter(.sent) { ($0.since, $0.until) = day }
        try expect(titles(sent), is: ["1", "3"])
        try expect(HistoryReader(in: folder.path).count(sent), is: 2)
        try expect(titles(Self.filter(.received) { ($0.since, $0.until) = day }), is: [])
        let today = Self.filter(.received) { $0.since = Sample.at(2) }
        try expect(titles(today), is: ["5", "4", "3", "2"])
    }

    @Test(arguments: HistoryOrder.allCases)
    func `page by page is the same list`(_ order: HistoryOrder) throws {
        try write()
        let all = try titles(Self.filter(order))
        var paged: [String] = []
        var filter = Self.filter(order) { $0.limit = 2 }
        while let last = try Sample.all(in: folder, filter).last {
            paged += try titles(filter)
            filter.before = last.place(in: order)
        }
        expect(paged, is: all)
    }

    @Test func `a search is in the same order, and its newest are the newest`() throws {
        try write()
        let reader = try HistoryReader(in: folder.path)
        for (order, expected) in [
            (HistoryOrder.sent, ["5", "4", "0", "1", "3", "2"]),
            (.received, ["5", "4", "3", "2", "1", "0"]),
        ] {
            for limit in [nil, 4] as [Int?] {
                var found: [String] = []
                let filter = Self.filter(order) { $0.limit = limit }
                let end = try reader.search(SearchWords("parcel"), filter) {
                    found.append($0.notice.title.string)
                    return true
                }
                #expect(found == Array(expected.prefix(limit ?? 6)) && end == .complete)
            }
        }
    }

    @Test func `no list is sorted, whatever is wanted`() throws {
        try write()
        let database = try Database.openExistingHistory(in: folder.path)
        let changes: [(inout HistoryFilter) -> Void] = [
            { _ in }, { $0.since = Sample.at(0) }, { $0.apps = ["org.app"] },
            { $0.apps = ["org.app", "org.other"] }, { $0.onlyCalls = true },
            { ($0.onlyMissed, $0.since) = (true, Sample.at(0)) },
            { $0.categories = [Category(.social), Category(.incomingCall)] },
            { ($0.apps, $0.until) = (["org.app"], Sample.at(9)) },
        ]
        for order in HistoryOrder.allCases {
            for reading in HistoryOrder.allCases where reading == order || reading == .received {
                for (index, change) in changes.enumerated() {
                    let clause = try FilterClause(
                        Self.filter(order, change), in: database, reading: reading)
                    var plan = ""
                    try database.rows(
                        "EXPLAIN QUERY PLAN SELECT title FROM \(clause.source)\(clause.sql)"
                            + " ORDER BY \(clause.order.newestFirst) LIMIT 9", clause.values
                    ) { (row) throws(DatabaseError) in
                        plan += row.string(3) + "\n"
                        return true
                    }
                    #expect(!plan.contains("TEMP B-TREE"), "\(index) \(order) \(plan)")
                }
            }
        }
    }

    @Test func `a call that was taken and is over is found among the calls`() throws {
        let writer = HistoryWriter(in: folder.path)
        let over = Sample.notice(
            1, category: .activeCall,
            call: Call(state: .ended, ringTime: .seconds(3), talkTime: .milliseconds(125_250)))
        let on = Sample.notice(2, category: .activeCall, call: Call(state: .answered))
        _ = try writer.write([Sample.event(.answered, over), Sample.event(.answered, on)])
        let filter = Self.filter(.sent) { $0.categories = [Category(.incomingCall)] }
        let found = try Sample.all(in: folder, filter)
        expect(found.map(\.notice.call), is: [over.call])
    }
}
