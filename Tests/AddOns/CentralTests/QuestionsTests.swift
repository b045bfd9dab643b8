import BridgeServiceSupport
import Expecting
import Linux
import Notices
import PostgreSQL
import Support
import Testing

@testable import Central
@testable import History

/// What a centre answers is what the history itself answers.
struct QuestionsTests {
    init() {
        LoopThread.start()
    }

    /// A bridge with some weeks of two phones, all of which a centre has.
    @LoopActor
    private struct House {
        let central: TestCentral
        let bridge: ServedBridge
        let questions: CentralQuestions

        init() async throws {
            (central, bridge) = (try await TestCentral(), try ServedBridge())
            let year = BelievableYear(seed: 3, end: SampleNotices.start, days: 21)
            try bridge.write(year.compactMap { HistoryEvent($0, bond: "AA") })
            let bench = try PushBench(bridge.socket, central.plan())
            try await expect(differences(bridge, central), is: "")
            await bench.stop()
            let server = DatabaseSession()
            _ = try await server.open(central.plan(user: "hall"))
            questions = CentralQuestions(server)
        }

        /// Everything that fits, page by page.
        func all(_ filter: CentralFilter) async throws -> [CentralNotice] {
            var (all, next): ([CentralNotice], CentralListPage.Place?) = ([], nil)
            while true {
                let left = (filter.notices.limit ?? .max) - all.count
                let page = try await questions.notices(filter, after: next, atMost: left)
                all += page.notices
                guard let place = page.next, all.count < filter.notices.limit ?? .max else {
                    return all
                }
                next = place
            }
        }

        func ours(_ filter: HistoryFilter) throws -> [StoredNotice] {
            var ours: [StoredNotice] = []
            try HistoryReader(in: bridge.folder).notices(filter) { notice in
                ours.append(notice)
                return true
            }
            return ours
        }
    }

    @Test @LoopActor func `a list is the same, in both orders, whole and in part`() async throws {
        let house = try await House()
        for order in HistoryOrder.allCases {
            for limit in [nil, 1, CentralQuestions.page, CentralQuestions.page + 1] {
                var filter = CentralFilter()
                (filter.notices.order, filter.notices.limit) = (order, limit)
                let theirs = try await house.all(filter)
                try expect(
                    theirs.map(\.stored), is: house.ours(filter.notices), "\(order), \(limit ?? 0)")
            }
        }
        var filter = CentralFilter()
        filter.notices.onlyMissed = true
        filter.notices.since = SampleNotices.start.advanced(by: .seconds(-14 * 86_400))
        let missed = try await house.all(filter)
        #expect(!missed.isEmpty)
        try expect(missed.map(\.stored), is: house.ours(filter.notices))
        #expect(
            missed.allSatisfy { $0.site == "berlin" && $0.named.notice.phone.hasPrefix("berlin/") })
        filter.sites = ["paris"]
        try await expect(house.all(filter).count, is: 0)
    }

    @Test @LoopActor func `a search finds the same, and counts as many`() async throws {
        let house = try await House()
        let reader = try HistoryReader(in: house.bridge.folder)
        let folder = try WordFolder()
        var found = 0
        for typed in [
            "muller", "MÜLLER samst", "samstag", "z", "\"see you\"", "\"you see\"", "on my wa",
            "79 46", "0171 392", "+49 171", "上海", "🚲", "?!", "o'connor", "messages",
            "nowhere'\\:*&|",
        ] {
            let words = SearchWords(typed)
            var filter = CentralFilter()
            filter.words = folder.query(for: words)
            let theirs = try await house.all(filter).map(\.stored.notice.id)
            var ours: [NoticeID] = []
            _ = try reader.search(words) { notice in
                ours.append(notice.notice.id)
                return true
            }
            expect(theirs, is: ours, "\(typed)")
            try await expect(
                house.questions.count(filter, upTo: 10_000), is: ours.count, "\(typed)")
            found += ours.count
        }
        #expect(found > 100)
    }

    @Test @LoopActor func `figures are the same`() async throws {
        let house = try await House()
        let (theirs, last) = try await house.questions.count(into: Statistics(), CentralFilter())
        var ours = Statistics()
        try HistoryReader(in: house.bridge.folder).facts { fact in
            var fact = fact
            fact.phone = CentralNotice.name(of: fact.phone, site: "berlin", bridge: "hall")
            ours.add(fact)
        }
        expect(theirs.figures().json, is: ours.figures().json)
        try await expect(
            house.questions.oldestMoment()?.milliseconds ?? 0 < last.milliseconds, is: true)
    }

    @Test @LoopActor func `a name that nothing has is told, with the one that was probably meant`()
        async throws
    {
        let house = try await House()
        let server = DatabaseSession()
        _ = try await server.open(house.central.plan(user: "hall"))
        var filter = CentralFilter()
        filter.sites = ["berlin", "Berln"]
        filter.notices.apps = ["Whatsap", "whatsapp"]
        filter.notices.phones = ["xyzzy"]
        try await expect(
            CentralNames.unknown(in: filter, of: server),
            is: [
                "there is no site 'Berln'; did you mean 'berlin'?", "there is no phone 'xyzzy'",
                "there is no app 'Whatsap'; did you mean 'WhatsApp'?",
            ])
        try await expect(CentralNames.unknown(in: CentralFilter(), of: server), is: [])
    }
}
