import Beacons
import Board
import Control
import ControlSupport
import Expecting
import Linux
import Notices
import Support
import Testing
import Web
import WebSupport

@testable import Wall

/// Streams of the wall: what is told to whom, and how a page comes back.
struct WallStreamTests {
    init() {
        LoopThread.start()
    }

    private static func beacon() -> BridgeEvent {
        .beacon(
            BeaconNews(
                .presence, of: .person("Theo", phone: PhoneName("Theo's iPhone"), isHome: true),
                zone: .near), at: .now)
    }

    @Test @LoopActor func `a page is told the board, what changes, and what happens`() async throws
    {
        let bench = try WallBench()
        let secret = try bench.token()
        #expect(await bench.isReady())
        let bearer = ["Authorization: Bearer \(secret)"]
        let all = try bench.watch("/events", bearer)
        let board = try bench.watch("/events?of=board", bearer)
        let news = try bench.watch("/events?of=news", bearer)
        expect(await eventually { [all, board].allSatisfy { $0.names == ["board"] } })
        expect(await eventually { news.reader.lastID.hasSuffix("-0") })
        expect(all.head?.fields["content-type"], is: "text/event-stream; charset=utf-8")
        expect(all.head?.fields["cache-control"], is: "no-store")
        expect(all.reader.retry, is: 2_000)
        bench.bridge.publish(SampleNews.notice(7, "Quince"))
        #expect(await all.has(3))
        #expect(await board.has(2))
        expect(board.names, is: ["board", "change"])
        expect(Set(all.names), is: ["board", "change", "news"])
        #expect(await news.has(1))
        expect(news.names, is: ["news"], "a board was not asked for")
        #expect(news.data("news")[0].contains("\"event\":\"added\""))
        #expect(board.data("change")[0].contains("Quince"))
        bench.bridge.publish(line: "{\"event\":\"lost\",\"count\":7}")
        expect(await eventually { news.data("lost") == ["{\"count\":7}"] })
        bench.stop()
    }

    @Test @LoopActor func `whoever sees less is told less`() async throws {
        let bench = try WallBench()
        #expect(await bench.isReady())
        var streams: [BoardOptions.Detail: StreamReader] = [:]
        var pages: [BoardOptions.Detail: StreamReader] = [:]
        for detail in BoardOptions.Detail.allCases {
            streams[detail] = try bench.watch("/events?token=\(bench.token(detail))")
            pages[detail] = try bench.watch("/events?of=page&token=\(bench.token(detail))")
        }
        let all = Array(streams.values) + Array(pages.values)
        expect(await eventually { all.allSatisfy { $0.names == ["board"] } })
        var other = SampleNews.phone
        other = PhoneName("Theo's iPhone", id: PhoneID("5a0c93e2"))
        let events: [BridgeEvent] = [
            .phone(.ready, other, at: .now),
            .renamed(other.called("Teddy's iPhone"), was: "Theo's iPhone", at: .now),
            Self.beacon(), SampleNews.notice(7, "Quince"),
            SampleNews.call(8, .ringing, .ringing),
        ]
        for event in events { bench.bridge.publish(event) }
        bench.bridge.publish(.radio(.off, at: .now))
        let ends = "\"event\":\"radio\""
        expect(
            await eventually {
                streams.values.allSatisfy { $0.data("news").last?.contains(ends) ?? false }
            })
        // The board is told in one change with all that came before.
        let isOff = "\"radio\":{\"state\":\"off\""
        expect(
            await eventually {
                streams.values.allSatisfy { $0.data("change").last?.contains(isOff) ?? false }
            }, "\(streams.values.map { $0.data("change").last ?? "" })")
        expect(
            await eventually {
                pages.values.allSatisfy { $0.data("change").last?.contains("Radio") ?? false }
            })
        func text(_ detail: BoardOptions.Detail) -> String {
            let events = (streams[detail]?.events ?? []) + (pages[detail]?.events ?? [])
            return events.map(\.data).joined(separator: "\n")
        }
        for word in ["Quince", "Rhubarb", "Mara"] {
            for detail in [BoardOptions.Detail.full, .names] {
                let drawn = pages[detail]?.events.map(\.data).joined() ?? ""
                #expect(drawn.contains(word), "\(word)")
            }
        }
        for word in ["Quince", "Rhubarb", "Theo", "Teddy", "Mara"] {
            #expect(text(.full).contains(word), "\(word)")
            #expect(text(.names).contains(word), "\(word)")
            #expect(!text(.counts).contains(word), "\(word)")
        }
        #expect(!text(.counts).contains("com.example"))
        let counts = try #require(streams[.counts])
        let states = counts.data("news").filter { $0.contains("\"event\":\"phone\"") }
        expect(states.count, is: 1)
        #expect(states[0].contains("5a0c93e2"), "a machine may know which one it is")
        bench.stop()
    }

    @Test @LoopActor func `a page that comes back has lost nothing, and hears nothing twice`()
        async throws
    {
        let bench = try WallBench()
        let secret = try bench.token()
        #expect(await bench.isReady())
        let first = try bench.watch("/events?token=\(secret)")
        #expect(await first.has(1))
        for number in 1...12 as ClosedRange<UInt64> {
            bench.bridge.publish(SampleNews.notice(number, "n\(number)"))
            // Some changes are told one by one, and some are gathered.
            if number % 3 == 0 {
                expect(await eventually { first.board.rows.count == Int(number) })
            } else {
                await turn()
            }
        }
        expect(await eventually { first.data("news").count == 12 })
        var whole = first.board
        expect(whole.rows.count, is: 12)
        // From wherever it comes back, both parts together are what the first page heard.
        for (index, event) in first.events.enumerated() {
            let second = try bench.watch("/events?token=\(secret)", ["Last-Event-ID: \(event.id)"])
            let rest = first.events.count - index - 1
            #expect(await second.has(rest))
            // What is told later comes later.
            expect(await eventually { second.head != nil })
            bench.controller.channel(.full).breathe()
            #expect(await second.breathes(1))
            expect(second.events, is: Array(first.events.suffix(rest)), "\(event.id)")
        }
        // While nobody looks the board goes on; that is one change.
        expect(await eventually { bench.controller.streamCount == 1 })
        first.connection.leave()
        expect(await eventually { bench.controller.streamCount == 0 })
        for number in 20...22 as ClosedRange<UInt64> {
            bench.bridge.publish(SampleNews.notice(number, "n\(number)"))
        }
        #expect(await bench.hasHeard(15))
        let back = try bench.watch(
            "/events?token=\(secret)", ["Last-Event-ID: \(first.reader.lastID)"])
        expect(await eventually { back.data("news").count == 3 && back.names.contains("change") })
        #expect(!back.names.contains("board"))
        for event in back.events { try whole.take(event.name, event.data) }
        var now = PageBoard()
        let answer = try await bench.get("/board?token=\(secret)")
        try now.take("board", #require(answer).text)
        expect(whole.rows.map(\.id), is: now.rows.map(\.id))
        #expect(whole == now)
        bench.stop()
    }

    @Test @LoopActor func `pages are told markup, the same for all, and programs what they were`()
        async throws
    {
        let bench = try WallBench()
        let (mine, looker) = (try bench.token(mayAct: true), try bench.token())
        #expect(await bench.isReady())
        let page = try bench.watch("/events?of=page&token=\(mine)")
        let other = try bench.watch("/events?of=page&token=\(looker)")
        let program = try bench.watch("/events?of=board&token=\(mine)")
        expect(await eventually { [page, other, program].allSatisfy { $0.names == ["board"] } })
        #expect(page.data("board")[0].contains("data-may=\\\"act search\\\""))
        #expect(other.data("board")[0].contains("data-may=\\\"search\\\""))
        bench.bridge.publish(SampleNews.notice(7, "<b>Quince"))
        for reader in [page, other, program] { #expect(await reader.has(2)) }
        expect(page.events[1], is: other.events[1])
        #expect(page.data("change")[0].contains("&lt;b&gt;Quince"))
        #expect(program.data("change")[0].contains("\"who\":\"<b>Quince\""))
        // Each comes back by its own ids, and an id of the other form means nothing.
        let cases = [
            (page, "page", ["change"]), (program, "board", ["change"]),
            (program, "page", ["board"]), (page, "board", ["board"]),
        ]
        for (known, form, names) in cases {
            let back = try bench.watch(
                "/events?of=\(form)&token=\(mine)", ["Last-Event-ID: \(known.events[0].id)"])
            #expect(await back.has(1))
            expect(back.names, is: names, "\(form)")
            if names == ["change"] { expect(back.events, is: Array(known.events.suffix(1))) }
            back.connection.leave()
        }
        // A script hears no comments: it is told in an event that its stream is alive.
        let same = try bench.watch(
            "/events?of=page&token=\(mine)", ["Last-Event-ID: \(page.events[1].id)"])
        #expect(await same.has(1))
        bench.controller.channel(.full).breathe()
        #expect(await same.has(2))
        expect(same.names, is: ["here", "here"])
        same.connection.leave()
        // What happened while a form had no reader is one change of it.
        page.connection.leave()
        other.connection.leave()
        expect(await eventually { bench.controller.streamCount == 1 })
        for number in 20...22 as ClosedRange<UInt64> {
            bench.bridge.publish(SampleNews.notice(number, "n\(number)"))
            expect(await eventually { program.board.rows.count == Int(number) - 18 })
        }
        let late = try bench.watch(
            "/events?of=page&token=\(mine)", ["Last-Event-ID: \(page.reader.lastID)"])
        #expect(await late.has(1))
        expect(late.names, is: ["change"])
        for number in 20...22 { #expect(late.data("change")[0].contains("n\(number)")) }
        bench.stop()
    }

    @Test @LoopActor func `whoever nobody watched while all happened is told all of it`()
        async throws
    {
        let bench = try WallBench()
        let secret = try bench.token()
        #expect(await bench.isReady())
        for number in 1...3 as ClosedRange<UInt64> {
            bench.bridge.publish(SampleNews.notice(number, "n\(number)"))
        }
        #expect(await bench.hasHeard(3))
        let page = try bench.watch("/events?token=\(secret)")
        #expect(await page.has(1))
        var board = PageBoard()
        for event in page.events { try board.take(event.name, event.data) }
        expect(board.rows.count, is: 3)
        expect(page.names, is: ["board"])
        bench.stop()
    }

    private static let unknown = [
        "", "x", "nonsense-3", "RUN-", "RUN-x", "RUN--1", "RUN-99999", "RUN-99999999999999999999",
        "run-0", "RUN", "-0", "RUN-0-0",
    ]

    @Test(arguments: unknown) @LoopActor
    func `an id of another run, or from the future, begins anew`(_ id: String) async throws {
        let bench = try WallBench()
        let secret = try bench.token()
        #expect(await bench.isReady())
        let first = try bench.watch("/events?of=board&token=\(secret)")
        #expect(await first.has(1))
        let run = first.reader.lastID.dropLast(2)
        let filled = id.split(separator: "RUN", omittingEmptySubsequences: false)
            .joined(separator: String(run))
        let fields = filled.isEmpty ? [] : ["Last-Event-ID: \(filled)"]
        let board = try bench.watch("/events?of=board&token=\(secret)", fields)
        #expect(await board.has(1))
        expect(board.names, is: ["board"])
        let news = try bench.watch("/events?of=news&token=\(secret)", fields)
        expect(await eventually { news.reader.lastID == first.reader.lastID })
        expect(news.names, is: filled.isEmpty ? [] : ["lost"])
        bench.stop()
    }

    @Test @LoopActor func `what is older than is kept begins anew`() async throws {
        let bench = try WallBench()
        let secret = try bench.token()
        #expect(await bench.isReady())
        let page = try bench.watch("/events?of=news&token=\(secret)")
        expect(await eventually { !page.reader.lastID.isEmpty })
        for number in 1...300 as ClosedRange<UInt64> {
            bench.bridge.publish(SampleNews.notice(number % 7 + 1, "n\(number)"))
            if number % 20 == 0 { await turn() }
        }
        #expect(await page.has(300))
        let (early, late) = (page.events[5].id, page.events[200].id)
        let forgotten = try bench.watch("/events?token=\(secret)", ["Last-Event-ID: \(early)"])
        expect(await eventually { forgotten.names.contains("board") })
        let known = try bench.watch("/events?of=news&token=\(secret)", ["Last-Event-ID: \(late)"])
        #expect(await known.has(99))
        expect(known.events, is: Array(page.events.suffix(99)))
        bench.stop()
    }

    @Test @LoopActor func `an id means nothing to who sees less, nor once boards show otherwise`()
        async throws
    {
        let bench = try WallBench()
        let (full, names) = (try bench.token(), try bench.token(.names))
        #expect(await bench.isReady())
        let page = try bench.watch("/events?token=\(full)")
        #expect(await page.has(1))
        let id = page.reader.lastID
        let other = try bench.watch("/events?token=\(names)", ["Last-Event-ID: \(id)"])
        #expect(await other.has(1))
        expect(other.names, is: ["lost", "board"])
        expect(
            bench.controller.apply(try WallBench.settings(["name = Attic"]), TokenFile()), is: nil)
        expect(await eventually { page.connection.isEnded && other.connection.isEnded })
        let back = try bench.watch("/events?token=\(full)", ["Last-Event-ID: \(id)"])
        #expect(await back.has(2))
        expect(back.names, is: ["lost", "board"], "what happened meanwhile is not known")
        bench.stop()
    }

    @Test @LoopActor func `pages live on over a reload that changes nothing of theirs`()
        async throws
    {
        let bench = try WallBench()
        let secret = try bench.token()
        let kiosk = "0123456789abcdef"
        #expect(await bench.isReady())
        var tokens = try bench.tokenFile("kiosk full act \(kiosk)\n")
        expect(bench.controller.apply(try WallBench.settings([]), tokens), is: nil)
        let page = try bench.watch("/events?token=\(secret)")
        let other = try bench.watch("/events?token=\(kiosk)")
        #expect(await page.has(1))
        #expect(await other.has(1))
        let settings = try WallBench.settings(["hosts = wall.lan", "streams = 9"])
        expect(bench.controller.apply(settings, tokens), is: nil)
        bench.bridge.publish(SampleNews.notice(1))
        for page in [page, other] {
            expect(
                await eventually { page.names.contains("news") && page.names.contains("change") })
            #expect(!page.connection.isEnded && !page.names.contains("lost"))
        }
        // Who may less from now on comes again, and gets what is left.
        tokens = try bench.tokenFile("kiosk full \(kiosk)\n")
        expect(bench.controller.apply(settings, tokens), is: nil)
        expect(await eventually { other.connection.isEnded })
        expect(bench.controller.apply(settings, try bench.tokenFile("")), is: nil)
        try expect(await bench.get("/board?token=\(kiosk)")?.status, is: 401)
        #expect(!page.connection.isEnded)
        bench.stop()
    }

    @Test @LoopActor func `a board of long texts reaches a page that reads slowly`() async throws {
        let bench = try WallBench()
        let secret = try bench.token()
        #expect(await bench.isReady())
        let long = String(repeating: "日本", count: 512)
        for number in 1...250 as ClosedRange<UInt64> {
            guard case .notice(_, var notice, let time) = SampleNews.notice(number, "n\(number)")
            else {
                continue
            }
            notice.message = Text(long)
            bench.bridge.publish(.notice(.added, notice, at: time))
            if number % 10 == 0 { await turn() }
        }
        #expect(await bench.hasHeard(250))
        let connection = try bench.connect(reading: false, buffer: 8_192)
        connection.get("/events?token=\(secret)")
        expect(await eventually { bench.controller.streamCount == 1 })
        await turn()
        let page = StreamReader(connection)
        connection.read()
        #expect(await page.has(1))
        expect(page.names[0], is: "board")
        #expect(page.events[0].data.utf8.count > 512 * 1_024)
        expect(bench.controller.served.cutStreams, is: 0)
        // One who was away for many such changes is told them all the same.
        let kept = try bench.connect(reading: false, buffer: 8_192)
        kept.get("/events?token=\(secret)", ["Last-Event-ID: \(page.reader.lastID)"])
        expect(await eventually { bench.controller.streamCount == 2 })
        await turn()
        let back = StreamReader(kept)
        kept.read()
        bench.bridge.publish(SampleNews.notice(999, "last"))
        expect(await eventually { back.data("news").last?.contains("last") ?? false })
        bench.stop()
    }

    @Test @LoopActor func `strangers before an open wall keep nobody out who has a token`()
        async throws
    {
        let bench = try WallBench(["open = yes", "streams = 4"])
        let secret = try bench.token()
        #expect(await bench.isReady())
        let strangers = try (0..<2).map { _ in try bench.watch("/events") }
        expect(await eventually { bench.controller.streamCount == 2 })
        let refused = try #require(await bench.get("/events"))
        expect(refused.status, is: 503)
        #expect(refused.text.contains("reserved for clients with a token"), "\(refused.text)")
        let pages = try (0..<2).map { _ in try bench.watch("/events?token=\(secret)") }
        expect(await eventually { pages.allSatisfy { $0.names == ["board"] } })
        let full = try #require(await bench.get("/events?token=\(secret)"))
        expect(full.status, is: 503)
        #expect(full.text.contains("is the limit"), "\(full.text)")
        #expect(strangers.allSatisfy { $0.head?.status == 200 })
        bench.stop()
    }

    @Test @LoopActor func `there are as many live pages as the configuration says`() async throws {
        let bench = try WallBench(["streams = 3"])
        let secret = try bench.token()
        #expect(await bench.isReady())
        let pages = try (0..<3).map { _ in try bench.watch("/events?token=\(secret)") }
        expect(await eventually { bench.controller.streamCount == 3 })
        let answer = try #require(await bench.get("/events?token=\(secret)"))
        expect(answer.status, is: 503)
        expect(answer.fields["retry-after"], is: "10")
        try expect(await bench.get("/?token=\(secret)")?.status, is: 200)
        pages[0].connection.leave()
        expect(await eventually { bench.controller.streamCount == 2 })
        let next = try bench.watch("/events?token=\(secret)")
        #expect(await next.has(1))
        bench.stop()
    }
}
