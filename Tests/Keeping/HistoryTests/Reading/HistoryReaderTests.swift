import ANCS
import Expecting
import Linux
import Notices
import Testing

@testable import History

/// Who asks for some notices gets these, the newest first.
struct HistoryReaderTests {
    private let folder = TemporaryFolder()

    private func fill() throws -> HistoryReader {
        let missed = Call(state: .missed, ringTime: .seconds(20))
        let notices = [
            Sample.notice(1), Sample.notice(2, app: "com.example.mail", appName: "Mail"),
            Sample.notice(3, category: .missedCall, call: missed),
            Sample.notice(
                4, category: .incomingCall, phone: "Berta", call: Call(state: .ended)),
            Sample.notice(5, category: .email, phone: "Berta"),
        ]
        let events = notices.map { notice in
            Sample.event(.added, notice, bond: notice.phone == "Berta" ? "B:1" : "A:1")
        }
        try expect(HistoryWriter(in: folder.path).write(events), is: [])
        return try HistoryReader(in: folder.path)
    }

    @Test func `a filter lets through what it says`() throws {
        typealias Change = (inout HistoryFilter) -> Void
        let table: [(change: Change, found: [Int], why: String)] = [
            ({ _ in }, [5, 4, 3, 2, 1], "all"),
            ({ $0.since = Sample.at(3) }, [5, 4, 3], "not before"),
            ({ $0.until = Sample.at(3) }, [2, 1], "only before"),
            ({ $0.since = WallTime(milliseconds: .min) }, [5, 4, 3, 2, 1], "before all time"),
            ({ $0.until = WallTime(milliseconds: .max) }, [5, 4, 3, 2, 1], "after all time"),
            ({ $0.categories = [Category(.email)] }, [5], "a kind"),
            ({ $0.categories = [Category(.email), Category(.missedCall)] }, [5, 3], "two kinds"),
            ({ $0.apps = ["mail"] }, [2], "an app's name"),
            ({ $0.apps = ["COM.EXAMPLE.MAIL"] }, [2], "its identifier"),
            ({ $0.apps = ["mail", "messages"] }, [5, 4, 3, 2, 1], "two apps"),
            ({ $0.apps = ["nothing"] }, [], "an app nobody has"),
            ({ $0.phones = ["berta"] }, [5, 4], "a phone's name"),
            ({ $0.phones = ["a:1"] }, [3, 2, 1], "its bond"),
            ({ $0.onlyCalls = true }, [4, 3], "calls"),
            ({ $0.onlyMissed = true }, [3], "those nobody took"),
            ({ $0.limit = 2 }, [5, 4], "the newest"), ({ $0.limit = 0 }, [], "none"),
            ({ ($0.onlyCalls, $0.limit) = (true, 1) }, [4], "the newest of them"),
        ]
        let reader = try fill()
        for row in table {
            var filter = HistoryFilter()
            row.change(&filter)
            let found = try Sample.all(in: folder, filter).map { Int($0.notice.uid.rawValue) }
            expect(found, is: row.found, "\(row.why)")
            if filter.limit == nil {
                try expect(reader.count(filter), is: row.found.count, "\(row.why)")
            }
        }
    }

    @Test func `who follows gets what is new, oldest first`() throws {
        let reader = try fill()
        var found: [Int] = []
        func follow(_ last: NoticeID?) throws {
            found = []
            try reader.notices(after: last) { notice in
                found.append(Int(notice.notice.uid.rawValue))
                return found.count < 3
            }
        }
        try follow(nil)
        expect(found, is: [1, 2, 3])
        try follow(Sample.id(3))
        expect(found, is: [4, 5])
        let newest = try #require(try reader.newest())
        let version = try reader.version()
        try follow(newest)
        expect(found, is: [])
        try expect(reader.version(), is: version)
        let more = Sample.event(.added, Sample.notice(9))
        try expect(HistoryWriter(in: folder.path).write([more]), is: [])
        #expect(try reader.version() != version)
        try follow(newest)
        expect(found, is: [9])
        try expect(reader.notice(Sample.id(9))?.notice.uid.rawValue, is: 9)
        try expect(reader.notice(Sample.id(10)), is: nil)
    }

    @Test func `facts are those of the notices, with titles of calls alone`() throws {
        let reader = try fill()
        var facts: [NoticeFact] = []
        try reader.facts { facts.append($0) }
        let wanted = try Sample.all(in: folder).map { stored in
            var fact = NoticeFact(stored.notice)
            if fact.call == nil { fact.title = .empty }
            return fact
        }
        expect(facts, is: wanted)
        var filter = HistoryFilter()
        (filter.since, filter.limit) = (Sample.at(2), 1)
        facts = []
        try reader.facts(filter) { facts.append($0) }
        expect(facts.map(\.time), is: [Sample.at(5)])
    }

    @Test func `where there is no history nothing is made`() {
        #expect(throws: HistoryError.missing) { try HistoryReader(in: folder.path) }
        expect(FileInspection(at: folder.path), is: nil)
    }

    @Test func `an event tells what became of a notice`() throws {
        _ = try fill()
        let events = try Sample.all(in: folder).map(\.event)
        let changes = events.compactMap { event -> NoticeChange? in
            if case .notice(let change, _, _) = event { change } else { nil }
        }
        expect(changes, is: [.added, .ended, .missed, .added, .added])
    }
}
