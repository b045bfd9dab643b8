import ANCS
import ContractSupport
import Control
import Expecting
import Foundation
import History
import JSON
import Linux
import Notices
import Outlets
import Support
import Synchronization
import Testing
import Waiting

@testable import Configuration
@testable import Service

/// A bridge that has nothing but a history, rules, and the socket over which it is asked.
@LoopActor
private final class QuestionBench: ControlDelegate {
    nonisolated let folder = "/dev/shm/callboard-questions-\(UUID().uuidString)"
    private let outlet: HistoryOutlet
    private let controller: HistoryController
    private var server: ControlServer?
    private var book: RuleBook

    init(
        patience: Duration = Patience.limit, work: WorkQueue = WorkQueue(),
        rules: [Rule] = []
    ) throws {
        book = RuleBook(rules: rules)
        outlet = HistoryOutlet(HistorySettings(), in: folder, pace: Pace(), tell: { _ in })
        controller = HistoryController(in: folder, patience: patience, work: work)
        server = try ControlServer(
            at: SocketPlace(path: folder + ".sock"), version: "1",
            router: ControlRouter { [weak self] in self?.handle($0, $1) }, delegate: self)
    }

    deinit {
        for path in [folder, folder + ".sock", folder + ".sock.lock"] {
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    func refusal(of peer: PeerCredentials, _ right: ControlRight) -> ControlRefusal? { nil }

    func standing(of peer: PeerCredentials) -> ControlStanding { .owner }

    /// How many clients there are, and how many questions about lists came from them.
    var clientCount: Int { server?.clientCount ?? 0 }
    private(set) var questionCount = 0

    private func handle(_ request: any ControlRequest, _ exchange: ControlExchange) {
        switch request {
        case let request as HistoryRequest:
            questionCount += 1
            controller.answer(request, exchange)
        case let request as StatisticsRequest: controller.answer(request, exchange)
        case is TailRequest: exchange.follow { _ in true }
        default: exchange.done()
        }
    }

    func connect(_ take: @escaping @LoopActor (ControlClient.News) -> Void = { _ in })
        -> ControlClient
    {
        ControlClient(path: folder + ".sock", within: Patience.limit, take)
    }

    func publish(_ number: Int) {
        server?.publish(ControlTags()) {
            Array("{\"v\":1,\"event\":\"added\",\"uid\":\(number)}\n".utf8)
        }
    }

    /// Has notices kept, as the rules are.
    func keep(_ notices: [Notice]) async {
        for notice in notices {
            let change: NoticeChange = notice.call == nil ? .added : .missed
            let event = BridgeEvent.notice(change, notice, at: notice.received)
            outlet.takeUnfiltered(book.rule(on: event, local: event.time.local))
        }
        expect(await eventually { self.outlet.status.queued == 0 })
    }
}

/// Pages of the history and statistics, over a real socket.
struct HistoryControllerTests {
    private static let moment = WallTime(milliseconds: 1_772_442_242_125)

    init() {
        LoopThread.start()
    }

    /// A notice that came so many seconds after the first, and had been sent before that or not.
    private static func notice(
        _ number: Int, _ title: String, message: String = "words", app: String = "org.app",
        call: Call? = nil, sentBefore: Int? = nil
    ) -> Notice {
        let received = moment.advanced(by: .seconds(number))
        var notice = Notice(
            id: NoticeID(rawValue: UInt64(received.milliseconds) << 20 | UInt64(number)),
            phone: "Ann's iPhone", category: Category(call == nil ? .social : .missedCall),
            flags: [], uid: NotificationUID(rawValue: UInt32(number)), appID: Text(app),
            title: Text(title), message: Text(message), received: received, call: call)
        notice.sent = sentBefore.map { received.advanced(by: .seconds(-$0)) }
        return notice
    }

    @LoopActor
    private func ask(
        _ request: some ControlRequest, _ client: ControlClient
    ) async throws -> JSONValue {
        do throws(AskFailure) {
            return try await client.ask(request, within: Patience.limit).json
        } catch .refused(let refusal) {
            throw refusal
        }
    }

    @LoopActor
    private func refusal(
        of request: some ControlRequest, _ client: ControlClient
    ) async -> ControlRefusal? {
        do {
            _ = try await ask(request, client)
            return nil
        } catch {
            return error as? ControlRefusal
        }
    }

    private func titles(_ page: JSONValue) -> [String] {
        page.list("notices").map { $0.text("title") ?? "?" }
    }

    /// All pages of a list, joined; `meanwhile` is done between two of them.
    @LoopActor
    private func pages(
        _ wish: HistoryRequest, _ client: ControlClient,
        meanwhile: @LoopActor (Int) async throws -> Void = { _ in }
    ) async throws -> (ids: [String], sizes: [Int]) {
        var (wish, ids, sizes) = (wish, [String](), [Int]())
        repeat {
            let page = try await ask(wish, client)
            ids += page.list("notices").map { $0.text("id") ?? "?" }
            sizes.append(page.list("notices").count)
            wish.before = page.text("next")
            try await meanwhile(sizes.count)
        } while wish.before != nil && sizes.count < 2000
        return (ids, sizes)
    }

    /// What the history itself says is in a list.
    private func kept(
        in bench: QuestionBench, _ words: String? = nil, _ filter: HistoryFilter = HistoryFilter()
    ) throws -> [String] {
        var ids: [String] = []
        let reader = try HistoryReader(in: bench.folder)
        let take: (StoredNotice) -> Bool = { stored in
            ids.append(stored.notice.id.description)
            return true
        }
        if let words {
            _ = try reader.search(SearchWords(words), filter, within: Patience.limit, take)
        } else {
            try reader.notices(filter, take)
        }
        return ids
    }

    /// A thousand notices: some were sent long before they came, some are calls, some are private, and some of
    /// an app that is forgotten later.
    private static let thousand: [Notice] = (0..<1000).map { number in
        let title =
            switch number % 10 {
            case 3: "<script>alert(\(number))</script>"
            case 4: "\u{202E}evil \(number)\u{2069}\u{0}\u{1B}[2J"
            case 5: "private"
            default: "parcel \(number)"
            }
        return notice(
            number, title,
            message: number == 500 ? String(repeating: "\"\u{1}", count: 30_000) : "w",
            app: number % 10 == 6 ? "org.gone" : "org.app",
            call: number % 10 == 7 ? Call(state: .missed) : nil,
            sentBefore: number % 3 == 0 ? number * 7 % 5000 : nil)
    }

    private static var hidingPrivate: [Rule] {
        var conditions = Rule.Conditions()
        conditions.senders = ["private"]
        return [Rule("private", conditions, RuleAction(.hide))]
    }

    @Test @LoopActor func `pages joined are the list, of any length`() async throws {
        let bench = try QuestionBench(rules: Self.hidingPrivate)
        await bench.keep(Self.thousand)
        let client = bench.connect()
        let all = try kept(in: bench)
        expect(all.count, is: 1000)
        #expect(all != all.sorted(by: >), "the order is not that of the names")
        for limit in [nil, 1, 7, 200] as [Int?] {
            let (ids, sizes) = try await pages(.init(limit: limit), client)
            expect(ids, is: all, "\(limit ?? 0)")
            let most = limit ?? 50
            #expect(sizes.allSatisfy { $0 <= most } && sizes.dropLast().allSatisfy { $0 == most })
        }
        var calls = HistoryFilter()
        calls.onlyCalls = true
        let someCalls = try kept(in: bench, nil, calls)
        expect(someCalls.count, is: 100)
        let (ids, _) = try await pages(.init(calls: true, limit: 30), client)
        expect(ids, is: someCalls)
        let found = try kept(in: bench, "parcel")
        expect(found.count, is: 700)
        let (hits, _) = try await pages(.init(words: "parcel", limit: 90), client)
        expect(hits, is: found)
    }

    @Test @LoopActor func `times are those of the list`() async throws {
        let bench = try QuestionBench()
        await bench.keep(Self.thousand)
        let client = bench.connect()
        var filter = HistoryFilter()
        filter.since = Self.moment.advanced(by: .seconds(100))
        filter.until = Self.moment.advanced(by: .seconds(700))
        let some = try kept(in: bench, nil, filter)
        #expect((300..<600).contains(some.count))
        let (ids, _) = try await pages(
            .init(
                since: "2026-03-02T10:05:42.125+01:00", until: "2026-03-02T09:15:42.125Z",
                limit: 33), client)
        expect(ids, is: some)
    }

    @Test @LoopActor func `nothing comes twice and nothing is left out while notices come`()
        async throws
    {
        let bench = try QuestionBench()
        await bench.keep(Array(Self.thousand.prefix(300)))
        let client = bench.connect()
        let before = try kept(in: bench)
        for words in [nil, "parcel"] as [String?] {
            let expected = try kept(in: bench, words)
            let start = words == nil ? 2000 : 4000
            let (ids, sizes) = try await pages(.init(words: words, limit: 20), client) { round in
                // The newest of all, beside where the list goes on.
                await bench.keep((0..<15).map { Self.notice(start + round * 20 + $0, "parcel") })
            }
            #expect(sizes.count > 8)
            expect(ids, is: expected)
            expect(Set(ids).count, is: ids.count)
        }
        #expect(try kept(in: bench).count > before.count + 200)
        // What was sent earlier than where the list goes on is still to come.
        let first = try await ask(HistoryRequest(limit: 5), client)
        let late = Self.notice(9000, "late", sentBefore: 20_000)
        await bench.keep([late])
        let (rest, _) = try await pages(
            .init(limit: 200, before: first.text("next")), client)
        #expect(rest.last == late.id.description)
    }

    @Test @LoopActor func `hidden words stay hidden and what is forgotten is gone`() async throws {
        let bench = try QuestionBench(rules: Self.hidingPrivate)
        await bench.keep(Self.thousand)
        let client = bench.connect()
        let hidden = try await ask(HistoryRequest(words: "private"), client)
        expect(titles(hidden), is: [])
        var page = try await ask(HistoryRequest(limit: 200), client)
        let masked = page.list("notices").filter { $0.text("hidden") != nil }
        expect(masked.count, is: 20)
        #expect(masked.allSatisfy { $0.text("title") == "" && $0.text("message") == "" })
        // As another process does, in the middle of a list.
        let next = page.text("next")
        expect(try HistoryEditor(in: bench.folder).forget(.app("org.gone")).count, is: 100)
        let (rest, _) = try await pages(.init(limit: 200, before: next), client)
        let left = try kept(in: bench)
        expect(left.count, is: 900)
        expect(rest, is: Array(left.suffix(rest.count)))
        page = try await ask(HistoryRequest(limit: 200), client)
        #expect(!page.list("notices").contains { $0.text("app_id") == "org.gone" })
        let stats = try await ask(StatisticsRequest(), client)
        expect(stats["stats"]?.number("notices"), is: 900)
    }

    @Test @LoopActor func `long notices make pages shorter, and each comes`() async throws {
        let bench = try QuestionBench()
        let long = String(repeating: "\u{1}\"", count: 30_000)
        await bench.keep((0..<30).map { Self.notice($0, "n\($0)", message: long) })
        let client = bench.connect()
        let (ids, sizes) = try await pages(.init(limit: 200), client)
        expect(ids, is: try kept(in: bench))
        // Each is 240,000 bytes long as it is written.
        expect(sizes, is: [4, 4, 4, 4, 4, 4, 4, 2])
        let huge = String(repeating: "\u{1}", count: 200_000)
        await bench.keep([Self.notice(100, "huge", message: huge)])
        let page = try await ask(HistoryRequest(), client)
        expect(titles(page), is: ["huge"], "one always fits")
        #expect(page.text("next") != nil)
    }

    @Test @LoopActor func `the document has the limits of the code`() throws {
        let document = try Checkout.text("Docs/reference/control.md")
        for row in [
            "waiting `history` and `stats` requests of all clients | \(HistoryController.queueLimit)",
            "of them, those of one client | \(HistoryController.queueLimitOfClient)",
            "seconds that an answer to them may take | \(HistoryController.patience.components.seconds)",
            "bytes of the notifications in an answer | \(HistoryNoticePage.byteLimit)",
        ] {
            #expect(document.contains("\n| \(row) |"), "\(row)")
        }
        let (limits, usual) = (HistoryRequest.limits, HistoryRequest.usualLimit)
        #expect(
            document.contains(
                "`limit` is from \(limits.lowerBound) to \(limits.upperBound), by default \(usual)."
            ))
        expect(ControlLimits.words, is: SearchWords.lengthLimit, "all that is looked for")
    }

    @Test @LoopActor func `what makes no sense is refused in words`() async throws {
        let bench = try QuestionBench()
        let client = bench.connect()
        let moment = "must be a time such as 2026-03-02T10:04:02.375+01:00"
        for (request, sentence) in [
            (HistoryRequest(since: "yesterday"), "since \(moment)"),
            (HistoryRequest(until: "2026-03-02"), "until \(moment)"),
            (StatisticsRequest(since: "2026-03-02T10:04:02"), "since \(moment)"),
            (StatisticsRequest(until: "2026-13-02T10:04:02Z"), "until \(moment)"),
            (HistoryRequest(before: "7"), "before must be the value of next in an earlier answer"),
            (
                HistoryRequest(before: "1m892yptgfwy1"),
                "before must be the value of next in an earlier answer"
            ),
            (
                HistoryRequest(since: "2026-03-02T10:00:00Z", until: "2026-03-02T11:00:00+01:00"),
                "nothing is between since and until"
            ),
            (
                StatisticsRequest(since: "2026-03-03T10:00:00Z", until: "2026-03-02T10:00:00Z"),
                "nothing is between since and until"
            ),
        ] as [(any ControlRequest, String)] {
            await expect(refusal(of: request, client), is: ControlRefusal(.badRequest, sentence))
        }
    }

    @Test @LoopActor func `a search that finds nothing has the words that were probably meant`()
        async throws
    {
        let bench = try QuestionBench(rules: Self.hidingPrivate)
        await bench.keep(Self.thousand)
        await bench.keep([
            Self.notice(2000, "Bank", message: "Your verification code is K7F3QXW2")
        ])
        let client = bench.connect()
        for (words, meant, why) in [
            ("K7F3QXWZ", nil, "a one-time code is never suggested"),
            ("verificatoin", "verification", "what is beside a code is"),
            ("parcle", "parcel", "a mistyped word"), ("parcel", nil, "something is found"),
            ("xyzzy", nil, "nothing is near"), ("privat", nil, "the beginning is hidden"),
            ("privaet", nil, "what is hidden is never suggested"),
        ] as [(String, String?, Comment)] {
            let page = try await ask(HistoryRequest(words: words), client)
            expect(page.text("meant"), is: meant, why)
            if meant != nil { expect(titles(page), is: [], why) }
        }
        let early = HistoryRequest(words: "parcle", until: "2001-01-01T00:00:00Z")
        try await expect(ask(early, client).text("meant"), is: nil, "nothing has it by then")
        let place = try await ask(HistoryRequest(words: "parcel", limit: 1), client)
        let rest = try await ask(
            HistoryRequest(words: "parcle", before: place.text("next")), client)
        expect(rest.text("meant"), is: nil, "only the first page has it")
    }

    @Test @LoopActor func `a search for a display without codes finds nothing by a code`()
        async throws
    {
        let bench = try QuestionBench()
        await bench.keep([
            Self.notice(1, "Bank", message: "Your verification code is 482913"),
            Self.notice(
                2, "Shop", message: "Your verification code is K7F3QXW2, your umbrella club"),
            Self.notice(3, "Parcel", message: "482913 is the number of your parcel"),
            Self.notice(4, "Umbrella", message: "lost on 4 June"),
            Self.notice(5, "Signs", message: "Code 517-204 for login ?!"),
        ])
        let client = bench.connect()
        for (words, found, meant, all, why) in [
            ("482913", ["Parcel"], nil, ["Parcel", "Bank"], "the whole code"),
            ("4829", ["Parcel"], nil, ["Parcel", "Bank"], "its beginning"),
            ("2913", ["Parcel"], nil, ["Parcel", "Bank"], "its end"),
            ("517204", [], nil, ["Signs"], "written in two parts"),
            ("517", [], nil, ["Signs"], "the first of them"),
            ("k7f3", [], nil, ["Shop"], "with letters"),
            ("code 482913", [], nil, ["Bank"], "beside a word that is seen"),
            ("\"is 482913\"", [], nil, ["Bank"], "in a phrase"),
            ("-204", [], nil, ["Signs"], "with a sign"),
            ("verification", ["Shop", "Bank"], nil, ["Shop", "Bank"], "what is seen is found"),
            ("umbrella", ["Umbrella", "Shop"], nil, ["Umbrella", "Shop"], "in both"),
            ("code", ["Signs", "Shop", "Bank"], nil, ["Signs", "Shop", "Bank"], "in three"),
            ("?!", ["Signs"], nil, ["Signs"], "signs alone"),
            ("umbrelal", [], "umbrella", [], "a suggestion of what is seen"),
            ("umbrelal K7F3QXW2", [], nil, [], "none that says that the code is right"),
            ("umbrelal K7F3QXW3", [], nil, [], "nor that it is wrong"),
        ] as [(String, [String], String?, [String], Comment)] {
            let page = try await ask(HistoryRequest(words: words, codes: .hide), client)
            expect(titles(page), is: found, why)
            expect(page.text("meant"), is: meant, why)
            expect(page.text("next"), is: nil, why)
            try await expect(titles(ask(HistoryRequest(words: words), client)), is: all, why)
        }
        // One more would be a hint, too.
        let first = try await ask(HistoryRequest(words: "4829", limit: 1, codes: .hide), client)
        expect(first.text("next"), is: nil)
        let list = try await ask(HistoryRequest(codes: .hide), client)
        let texts = list.list("notices").map { $0.text("message") ?? "" }
        expect(texts[0], is: "Code •••-••• for login ?!")
        expect(list.list("notices").contains { $0["code"] != nil }, is: false)
    }

    @Test @LoopActor func `before anything is kept there is nothing, and a broken file is told`()
        async throws
    {
        let bench = try QuestionBench()
        let client = bench.connect()
        let page = try await ask(HistoryRequest(), client)
        expect(page.list("notices").count, is: 0)
        expect(page.text("next"), is: nil)
        let stats = try await ask(StatisticsRequest(), client)
        expect(stats["stats"]?.number("notices"), is: 0)
        let picture = try await ask(StatisticsRequest(as: .svg), client)
        #expect(picture.text("svg")?.hasPrefix("<svg") ?? false)
        let sizes = try await ask(StatisticsRequest(as: .sizes), client)
        expect(sizes["sizes"]?.number("notices"), is: 0)
        await bench.keep([Self.notice(1, "<b>&\"")])
        let words = try await ask(HistoryRequest(words: "<b>"), client)
        expect(titles(words), is: ["<b>&\""])
        let blank = try await ask(HistoryRequest(words: " "), client)
        expect(titles(blank), is: [], "as a search for nothing")
        try FileManager.default.removeItem(atPath: bench.folder)
        try FileManager.default.createDirectory(
            atPath: bench.folder, withIntermediateDirectories: false)
        try Data(String(repeating: "no history ", count: 1000).utf8).write(
            to: URL(filePath: bench.folder + "/history.db"))
        await expect(refusal(of: HistoryRequest(), client)?.code, is: .failed)
        await expect(refusal(of: StatisticsRequest(), client)?.code, is: .failed)
    }

    @Test @LoopActor func `what takes too long is refused in words, and the next is not`()
        async throws
    {
        let bench = try QuestionBench(patience: .zero)
        await bench.keep(Self.thousand)
        let client = bench.connect()
        for words in ["parcel", "?!"] {
            await expect(
                refusal(of: HistoryRequest(words: words), client),
                is: ControlRefusal(
                    .failed, "this took longer than 0 s; ask for less time, or rarer words"))
        }
        await expect(
            refusal(of: StatisticsRequest(), client),
            is: ControlRefusal(.failed, "this took longer than 0 s; ask for less time"))
        let short = try await ask(HistoryRequest(limit: 1), client)
        expect(short.list("notices").count, is: 1, "a look at the clock comes later")
    }

    @Test @LoopActor
    func `an event is told at once while questions wait, and of those only so many`()
        async throws
    {
        let work = WorkQueue()
        let bench = try QuestionBench(work: work)
        await bench.keep(Self.thousand)
        // The disk stands still.
        let isStuck = Atomic(true)
        work.run {
            while isStuck.load(ordering: .relaxed) { usleep(1000) }
        } then: {
        }
        var heard: [String] = []
        let follower = bench.connect { news in
            if case .event(_, let line) = news {
                heard.append(String(decoding: line, as: UTF8.self))
            }
        }
        _ = try await ask(TailRequest(), follower)
        let asking = bench.connect()
        var (answers, refusals) = (0, [ControlRefusal]())
        let count = 1 + HistoryController.queueLimitOfClient + 3
        for number in 0..<count {
            func count(_ result: Result<Answered<NoAnswer>, AskFailure>) {
                switch result {
                case .success: answers += 1
                case .failure(.refused(let refusal)): refusals.append(refusal)
                case .failure(.failed): break
                }
            }
            if number % 2 == 0 {
                asking.ask(
                    HistoryRequest(words: "parcel", limit: 200), within: Patience.limit, count)
            } else {
                asking.ask(StatisticsRequest(as: .svg), within: Patience.limit, count)
            }
        }
        // One is being answered, and so many wait.
        expect(await eventually { refusals.count == 3 })
        expect(
            refusals.last,
            is: ControlRefusal(
                .busy, "2 history queries of this client are already waiting; try again soon"))
        bench.publish(7)
        expect(await eventually { heard.count == 1 })
        expect(answers, is: 0)
        isStuck.store(false, ordering: .relaxed)
        expect(await eventually { answers == count - 3 })
        expect(refusals.count, is: 3)
    }

    @Test @LoopActor func `who asks much waits no less than who asks little, and gives way`()
        async throws
    {
        let work = WorkQueue()
        let bench = try QuestionBench(work: work)
        await bench.keep([Self.notice(1, "one")])
        let isStuck = Atomic(true)
        work.run {
            while isStuck.load(ordering: .relaxed) { usleep(1000) }
        } then: {
        }
        let crowd = Crowd()
        let many = HistoryController.queueLimit / HistoryController.queueLimitOfClient
        for number in 0..<many {
            crowd.clients.append(bench.connect())
            for _ in 0..<HistoryController.queueLimitOfClient { crowd.ask(number) }
            expect(await eventually { bench.questionCount == 2 * (number + 1) })
        }
        // One of them is being answered, so that one more finds room.
        crowd.ask(0)
        expect(await eventually { bench.questionCount == 2 * many + 1 })
        expect(crowd.refused, is: [])
        crowd.clients.append(bench.connect())
        crowd.ask(many)
        expect(await eventually { crowd.refused.count == 1 })
        #expect(crowd.refused[0] < many, "somebody who waits for more")
        isStuck.store(false, ordering: .relaxed)
        expect(await eventually { crowd.answered.count == 2 * many + 1 })
        let place = try #require(crowd.answered.firstIndex(of: many))
        #expect(place <= many + 1, "nobody is answered twice before")
    }

    @Test @LoopActor func `questions of those who have gone make room`() async throws {
        let work = WorkQueue()
        let bench = try QuestionBench(work: work)
        await bench.keep([Self.notice(1, "one")])
        let isStuck = Atomic(true)
        work.run {
            while isStuck.load(ordering: .relaxed) { usleep(1000) }
        } then: {
        }
        let count = HistoryController.queueLimit / HistoryController.queueLimitOfClient
        let (leaving, staying) = (Crowd(), Crowd())
        for (round, crowd) in [leaving, staying].enumerated() {
            for number in 0..<count {
                crowd.clients.append(bench.connect())
                for _ in 0..<HistoryController.queueLimitOfClient { crowd.ask(number) }
            }
            let asked = (round + 1) * HistoryController.queueLimit
            expect(await eventually { bench.questionCount == asked })
            for client in leaving.clients { client.stop() }
            expect(await eventually { bench.clientCount == round * count })
        }
        let last = bench.connect()
        async let page = ask(HistoryRequest(), last)
        expect(await eventually { bench.questionCount == 2 * HistoryController.queueLimit + 1 })
        expect(await eventually { !staying.refused.isEmpty })
        expect(staying.refused.count, is: 1, "of those who are there one too many asked")
        isStuck.store(false, ordering: .relaxed)
        try await expect(titles(page), is: ["one"])
    }
}

/// Clients that ask for lists, and what became of that, by their places.
@LoopActor
private final class Crowd {
    var clients: [ControlClient] = []
    private(set) var answered: [Int] = []
    private(set) var refused: [Int] = []

    func ask(_ number: Int) {
        clients[number].ask(HistoryRequest(), within: Patience.limit) { [weak self] result in
            switch result {
            case .success: self?.answered.append(number)
            case .failure(.refused): self?.refused.append(number)
            case .failure(.failed): break
            }
        }
    }
}
