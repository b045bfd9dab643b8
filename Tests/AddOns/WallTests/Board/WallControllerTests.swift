import Board
import Control
import ControlSupport
import Expecting
import JSON
import Linux
import Notices
import Support
import Testing
import WebSupport

@testable import Wall

/// The wall between a bridge and browsers: who gets what, and who may do what.
struct WallControllerTests {
    init() {
        LoopThread.start()
    }

    private static let pages: [(target: String, stranger: Int, known: Int)] = [
        ("/", 401, 200), ("/board", 401, 200), ("/history", 401, 500), ("/stats.svg", 401, 500),
        ("/events?of=nothing", 401, 400), ("/metrics", 401, 200), ("/nothing", 401, 404),
        ("/act", 401, 405), ("/wall.css", 200, 200), ("/wall.js", 200, 200),
        ("/icon.svg", 200, 200),
        ("/robots.txt", 200, 200), ("/link/x", 200, 200), ("/health", 503, 503),
        ("/../etc/passwd", 401, 404), ("/%2e%2e/board", 401, 404), ("//board", 401, 404),
        ("/board/", 401, 404), ("/BOARD", 401, 404), ("/wall.css/..", 401, 404),
    ]

    @Test @LoopActor func `a stranger of this machine gets nothing but what anybody may have`()
        async throws
    {
        let bench = try WallBench()
        let secret = try bench.token()
        #expect(await bench.isReady())
        bench.bridge.publish(SampleNews.notice(7, "Quince"))
        for (target, stranger, known) in Self.pages {
            let without = try #require(await bench.get(target))
            expect(without.status, is: stranger, "\(target)")
            #expect(!without.text.contains("Quince") && !without.text.contains("Mara"), "\(target)")
            let with = try #require(
                await bench.get(target, ["Authorization: Bearer \(secret)"]))
            if target != "/history", target != "/stats.svg" {
                expect(with.status, is: known, "\(target)")
            }
        }
        bench.stop()
    }

    @Test @LoopActor func `a browser whose token is no longer valid is told so, and asks again`()
        async throws
    {
        let bench = try WallBench()
        #expect(await bench.isReady())
        let cases = [("Accept: */*", false), ("Cookie: callboard=nonsense-nonsense", true)]
        for (field, hadToken) in cases {
            let page = try #require(await bench.get("/", [field]))
            expect(page.status, is: 401)
            expect(page.text.contains("This browser needs a new link"), is: hadToken, "\(field)")
            expect(page.text.contains("This browser has no access"), is: !hadToken, "\(field)")
            expect(page.text.contains("src=\"/wall.js\""), is: hadToken, "\(field)")
        }
        bench.stop()
    }

    @Test @LoopActor func `an open wall tells strangers counts alone`() async throws {
        let bench = try WallBench(["open = yes"])
        #expect(await bench.isReady())
        let page = try bench.watch("/events")
        #expect(await page.has(1))
        bench.bridge.publish(SampleNews.notice(7, "Quince"))
        bench.bridge.publish(SampleNews.call(8, .ringing, .ringing))
        expect(await eventually { page.data("news").count == 2 })
        let board = try #require(await bench.get("/board"))
        let html = try #require(await bench.get("/"))
        let metrics = try #require(await bench.get("/metrics"))
        for text in [board.text, html.text, metrics.text] + page.events.map(\.data) {
            for word in ["Quince", "Rhubarb", "Mara", "com.example"] {
                #expect(!text.contains(word), "\(word) in \(text.prefix(200))")
            }
        }
        #expect(board.text.contains("\"others\":1"))
        try expect(await bench.get("/history")?.status, is: 403)
        try expect(
            await bench.post("{\"act\":\"answer\"}", ["Sec-Fetch-Site: same-origin"])?.status,
            is: 403)
        expect(bench.bridge.acts.count, is: 0)
        bench.stop()
    }

    @Test @LoopActor func `a link becomes a cookie once, and with it acts reach the bridge`()
        async throws
    {
        let bench = try WallBench()
        #expect(await bench.isReady())
        let link = try bench.store.make(
            WallToken(
                name: "tablet", detail: .full, mayAct: true, made: .now,
                until: WallTime.now.advanced(by: .seconds(60))), asLink: true)
        let own = ["Sec-Fetch-Site: same-origin"]
        let enter = "{\"act\":\"enter\",\"link\":\"\(link)\"}"
        try expect(
            await bench.post(enter, ["Sec-Fetch-Site: cross-site"])?.status, is: 403,
            "a page of others cannot use it up")
        let entered = try #require(await bench.post(enter, own))
        expect(entered.status, is: 200)
        let cookie = try #require(entered.fields["set-cookie"])
        #expect(cookie.contains("; HttpOnly; SameSite=Strict"))
        try expect(await bench.post(enter, own)?.status, is: 403)
        let known = own + ["Cookie: " + cookie.prefix { $0 != ";" }]
        bench.bridge.publish(SampleNews.call(8, .ringing, .ringing))
        let act = "{\"act\":\"answer\",\"notice\":\"\(NoticeID(rawValue: 8))\"}"
        let done = try #require(await bench.post(act, known))
        expect(done.text, is: "{\"ok\":true}\n")
        expect(
            bench.bridge.acts, is: [ActRequest(.answer, notice: "\(NoticeID(rawValue: 8))")])
        bench.bridge.refusal = ControlRefusal(.notFound, "it rings no more")
        let refused = try #require(await bench.post(act, known))
        expect(refused.status, is: 409)
        expect(refused.text, is: "{\"ok\":false,\"words\":\"it is no longer on the phone\"}\n")
        for fields in [["Sec-Fetch-Site: cross-site"], ["Origin: http://evil.example"], []] {
            let cross = try #require(await bench.post(act, fields + [String(known[1])]))
            expect(cross.status, is: 403)
        }
        expect(bench.bridge.acts.count, is: 2)
        let page = try bench.watch("/events", [String(known[1])])
        #expect(await page.has(1))
        let left = try #require(await bench.post("{\"act\":\"leave\"}", known))
        #expect(left.fields["set-cookie"]?.hasPrefix("callboard=;") ?? false)
        expect(await eventually { page.connection.isEnded })
        try expect(await bench.get("/board", [String(known[1])])?.status, is: 401)
        bench.stop()
    }

    @Test @LoopActor func `a browser that comes again keeps its cookie, and nobody else gets one`()
        async throws
    {
        let bench = try WallBench()
        let secret = try bench.token()
        #expect(await bench.isReady())
        for (target, fields, keeps) in [
            ("/", ["Cookie: callboard=\(secret)"], true),
            ("/events", ["Cookie: callboard=\(secret)"], true),
            ("/?token=\(secret)", [], true), ("/events?token=\(secret)", [], false),
            ("/board", ["Cookie: callboard=\(secret)"], false),
            ("/", ["Authorization: Bearer \(secret)"], false),
            ("/events", ["Authorization: Bearer \(secret)"], false),
            ("/", ["Cookie: callboard=\(String(secret.reversed()))"], false),
        ] {
            let connection = try bench.connect()
            connection.get(target, fields)
            let cookie = await connection.answer()?.fields["set-cookie"]
            expect(
                cookie?.hasPrefix("callboard=\(secret); Path=/; Max-Age=34560000; ") ?? false,
                is: keeps, "\(target) \(fields)")
        }
        bench.stop()
    }

    @Test @LoopActor func `however many look, the bridge is asked once in a while how it is`()
        async throws
    {
        let bench = try WallBench()
        let secret = try bench.token()
        #expect(await bench.isReady())
        bench.bridge.sizes = (notices: 12, unsent: 3)
        bench.bridge.publish(SampleNews.notice(7))
        bench.bridge.publish(SampleNews.notice(8))
        bench.bridge.publish(SampleNews.call(9, .ringing, .ringing))
        bench.bridge.publish(SampleNews.call(10, .ended, .ended))
        expect(await eventually { bench.controller.counters.events["ended"] != nil })
        for round in 0..<20 {
            // Half a second each.
            if round > 0 { bench.pace.pass(.milliseconds(500)) }
            _ = try await bench.get("/health")
            let page = try #require(await bench.get("/metrics?token=\(secret)"))
            for line in [
                "callboard_history_rows 12", "callboard_history_unsent 3",
                "callboard_notices{category=\"incoming_call\"} 1",
                "callboard_notices{category=\"social\"} 2",
            ] {
                #expect(page.text.contains(line + "\n"), "\(line) in \(page.text)")
            }
        }
        expect(bench.bridge.all(StatusRequest.self).count, is: 10)
        expect(
            bench.bridge.all(StatisticsRequest.self).count, is: 1)
        bench.pace.pass(.seconds(60))
        _ = try await bench.get("/metrics?token=\(secret)")
        expect(
            bench.bridge.all(StatisticsRequest.self).count, is: 2)
        bench.stop()
    }

    @Test @LoopActor func `who may only look cannot act`() async throws {
        let bench = try WallBench()
        #expect(await bench.isReady())
        let secret = try bench.token()
        let bearer = ["Authorization: Bearer \(secret)"]
        try expect(await bench.post("{\"act\":\"answer\"}", bearer)?.status, is: 403)
        try expect(
            await bench.post("{\"act\":\"answer\"}", ["Authorization: Bearer nonsense-nonsense"])?
                .status, is: 401)
        expect(bench.bridge.acts.count, is: 0)
        bench.stop()
    }

    @Test @LoopActor func `a token that is revoked ends its streams at once, and no others`()
        async throws
    {
        let bench = try WallBench()
        #expect(await bench.isReady())
        let (one, other) = (try bench.token(name: "one"), try bench.token(name: "other"))
        let pages = try [one, one, other].map { try bench.watch("/events?token=\($0)") }
        expect(await eventually { pages.allSatisfy { $0.events.count == 1 } })
        try bench.store.revoke(bench.store.all(at: .now).filter { $0.token.name == "one" })
        expect(await eventually { pages[0].connection.isEnded && pages[1].connection.isEnded })
        bench.controller.channel(.full).breathe()
        #expect(await pages[2].breathes(1))
        expect(!pages[2].connection.isEnded)
        bench.stop()
    }

    @Test @LoopActor func `a bridge that goes is told, and heals by itself`() async throws {
        let bench = try WallBench()
        let secret = try bench.token()
        #expect(await bench.isReady())
        let page = try bench.watch("/events?of=board&token=\(secret)")
        #expect(await page.has(1))
        bench.bridge.publish(SampleNews.call(8, .ringing, .ringing))
        expect(await eventually { page.data("change").last?.contains("Rhubarb") ?? false })
        bench.bridge.vanish()
        expect(
            await eventually { page.data("change").last?.contains("\"state\":\"gone\"") ?? false })
        #expect(page.data("change").last?.contains("\"calls\":[]") ?? false, "nothing rings on")
        bench.bridge.held = [SampleNews.ready(), SampleNews.notice(9, "Quince")]
        try bench.bridge.start()
        expect(
            await eventually { page.data("change").last?.contains("\"state\":\"here\"") ?? false })
        var board = PageBoard()
        for event in page.events { try board.take(event.name, event.data) }
        expect(board.rows.count, is: 1)
        #expect(page.names.dropFirst().allSatisfy { $0 == "change" }, "no page begins anew")
        bench.stop()
    }

    @Test @LoopActor func `what is too much to ask for is refused in words of the page`()
        async throws
    {
        let bench = try WallBench()
        let secret = try bench.token()
        #expect(await bench.isReady())
        let long = String(repeating: "a", count: 1_025)
        for (target, words) in [
            ("/history?search=\(long)", "search must have at most 1024 bytes"),
            (
                "/board.png?size=3840x2160&format=ppm",
                "size must be at most that of 1920x1080, unless format is png"
            ),
            (
                "/board.png?size=3841x2160",
                "size must be at most that of 3840x2160, which has 8294400 pixels"
            ),
            (
                "/board.png?colour=mono",
                "/board.png has no parameter 'colour': it takes clock, colours, format, look, rotate, "
                    + "size, token"
            ), ("/history?serach=x", "/history has no parameter 'serach': it takes before, calls,"),
            ("/?them=dark", "/ has no parameter 'them': it takes sound, theme, token"),
            ("/board?x=%1B%5B31m", "/board has no parameter 'x': it takes token"),
            ("/stats?search=x", "/stats has no parameter 'search': it takes since, token, until"),
            ("/notice?id=x", "id is that of a row"),
        ] {
            let answer = try #require(
                await bench.get(target, ["Authorization: Bearer \(secret)"]))
            expect(answer.status, is: 400, "\(target)")
            #expect(answer.text.contains(words), "\(answer.text)")
        }
        bench.stop()
    }

    @Test @LoopActor func `whoever may not come in learns nothing of what there is`() async throws {
        let bench = try WallBench()
        for target in ["/board?x=1", "/?x=1", "/notice?x=1", "/history?serach=x"] {
            try expect(await bench.get(target)?.status, is: 401, "\(target)")
        }
        bench.stop()
    }

    @Test @LoopActor func `a token in an address that others lead to asks for a step inside first`()
        async throws
    {
        let bench = try WallBench()
        let (full, counts) = (try bench.token(), try bench.token(.counts))
        #expect(await bench.isReady())
        let cross = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"]
        let outside = try #require(await bench.get("/?token=\(counts)&theme=dark", cross))
        expect(outside.status, is: 200)
        expect(outside.fields["set-cookie"], is: nil)
        let address = "/?token=\(counts)&theme=dark&inside=yes"
        #expect(outside.text.contains("url=" + Markup.escaped(address)), "\(outside.text)")
        let second = try #require(await bench.get(address, cross))
        #expect(!second.text.contains("http-equiv=\"refresh\""), "it would go round and round")
        // From inside the browser sends what it has, which is better.
        let own = ["Sec-Fetch-Site: same-origin", "Sec-Fetch-Mode: navigate"]
        let inside = try #require(await bench.get(address, own + ["Cookie: callboard=\(full)"]))
        #expect(inside.fields["set-cookie"]?.hasPrefix("callboard=\(full);") ?? false)
        let fresh = try #require(await bench.get(address, own))
        #expect(fresh.fields["set-cookie"]?.hasPrefix("callboard=\(counts);") ?? false)
        bench.stop()
    }

    @Test @LoopActor func `a page says in one sentence that the bridge is gone, without a path`()
        async throws
    {
        let bench = try WallBench()
        #expect(await bench.isReady())
        bench.bridge.vanish()
        expect(await eventually { bench.controller.link != .here })
        for detail in [BoardOptions.Detail.full, .names, .counts] {
            let token = try bench.token(detail)
            let board = try #require(await bench.get("/board?token=\(token)"))
            let value = try JSONValue(parsing: Array(board.text.utf8))
            let words = try #require(value["link"]?.text("words"))
            #expect(words.hasPrefix("The bridge ") && words.hasSuffix("."), "\(words)")
            #expect(!words.contains("/") && !words.contains("callboard"), "\(words)")
        }
        bench.stop()
    }

    @Test @LoopActor
    func `an act that comes twice is asked for twice, and done as the bridge says`()
        async throws
    {
        let bench = try WallBench()
        let secret = try bench.token(mayAct: true)
        #expect(await bench.isReady())
        bench.bridge.publish(SampleNews.call(8, .ringing, .ringing))
        let act = "{\"act\":\"answer\",\"notice\":\"\(NoticeID(rawValue: 8))\"}"
        let bearer = ["Authorization: Bearer \(secret)"]
        try expect(await bench.post(act, bearer)?.status, is: 200)
        // The call it names is over: a request that somebody kept does nothing to the next one.
        bench.bridge.refusal = ControlRefusal(.notFound, "it rings no more")
        try expect(await bench.post(act, bearer)?.status, is: 409)
        for fields in [
            bearer + ["Sec-Fetch-Site: cross-site"], bearer + ["Origin: http://evil.example"],
            ["Cookie: callboard=\(secret)"],
        ] {
            try expect(await bench.post(act, fields)?.status, is: 403)
        }
        expect(bench.bridge.acts.count, is: 2)
        expect(Set(bench.bridge.acts.map { "\($0)" }).count, is: 1, "each names the same call")
        bench.stop()
    }

    @Test @LoopActor func `a call is as long as it is, whoever begins to look when`() async throws {
        let bench = try WallBench()
        let (full, names) = (try bench.token(), try bench.token(.names))
        #expect(await bench.isReady())
        guard case .notice(let change, let notice, _) = SampleNews.call(8, .ringing, .ringing)
        else { return }
        let since = WallTime.now.advanced(by: .seconds(-20))
        bench.bridge.vanish()
        bench.bridge.held = [SampleNews.ready(), .notice(change, notice, at: since)]
        try bench.bridge.start()
        expect(await eventually { bench.controller.channel(.full).board.calls.count == 1 })
        for (token, name) in [(full, "first"), (names, "of another kind")] {
            let board = try #require(await bench.get("/board?token=\(token)"))
            let age = Double(WallTime.now.milliseconds - since.milliseconds) / 1_000
            let found = board.text.firstRange(of: "\"seconds\":").map {
                board.text[$0.upperBound...]
            }
            let seconds = found.flatMap { Double($0.prefix { "0123456789.".contains($0) }) } ?? -1
            // Two clocks and the rounding of one are between them.
            expect((19.9...age + 0.1).contains(seconds), "\(name): \(seconds) of \(age)")
        }
        bench.stop()
    }

    @Test @LoopActor func `a picture of a board that nobody keeps says so, and nothing rings on`()
        async throws
    {
        let bench = try WallBench()
        #expect(await bench.isReady())
        bench.bridge.publish(SampleNews.call(8, .ringing, .ringing))
        expect(await eventually { bench.controller.channel(.full).boardToDraw().calls.count == 1 })
        expect(bench.controller.channel(.full).boardToDraw().trouble, is: nil)
        bench.bridge.vanish()
        expect(await eventually { bench.controller.link != .here })
        for detail in [BoardOptions.Detail.full, .names, .counts] {
            let board = bench.controller.channel(detail).boardToDraw()
            expect(board.calls.count, is: 0)
            #expect(board.trouble?.hasPrefix("gone since ") ?? false)
        }
        bench.stop()
    }

    @Test @LoopActor func `a phone that gets another name is no second one`() async throws {
        let bench = try WallBench()
        let secret = try bench.token()
        #expect(await bench.isReady())
        let renamed = PhoneName("Mara", id: SampleNews.phone.id)
        bench.bridge.publish(.renamed(renamed, was: SampleNews.phone.name, at: .now))
        bench.bridge.publish(SampleNews.ready(renamed))
        bench.bridge.publish(SampleNews.notice(1, on: renamed))
        #expect(await bench.hasHeard(1))
        let answer = try #require(await bench.get("/board?token=\(secret)"))
        #expect(answer.text.contains("Quince") && answer.text.contains("\"phone\":\"Mara\""))
        #expect(!answer.text.contains("\"gone\":false,\"phone\""), "\(answer.text)")
        bench.stop()
    }

    @Test @LoopActor func `a second phone has its name on all that it tells`() async throws {
        let bench = try WallBench()
        let secret = try bench.token()
        #expect(await bench.isReady())
        bench.bridge.publish(SampleNews.notice(1, "Quince"))
        let page = try bench.watch("/events?of=board&token=\(secret)")
        #expect(await page.has(1))
        #expect(!page.events[0].data.contains("\"who\":\"Quince\",\"gone\":false,\"phone\""))
        let other = PhoneName("Theo's iPhone", id: PhoneID("5a0c93e2"))
        bench.bridge.publish(SampleNews.ready(other))
        bench.bridge.publish(SampleNews.notice(2, "Rhubarb", on: other))
        expect(await eventually { page.data("change").contains { $0.contains("Rhubarb") } })
        let answer = try #require(await bench.get("/board?token=\(secret)"))
        #expect(answer.text.contains("\"phone\":\"Theo's iPhone\",\"state\":\"ready\""))
        #expect(answer.text.contains("\"gone\":false,\"phone\":\"Theo's iPhone\""))
        #expect(answer.text.contains("\"gone\":false,\"phone\":\"Mara's iPhone\""))
        bench.stop()
    }
}
