import BridgeServiceSupport
import Expecting
import Foundation
import History
import JSON
import Linux
import Notices
import ServerSupport
import Support
import Testing

@testable import Central

/// The wall in browsers beside a centre: the real programs, a real server, and bridges that hand in.
struct BrowserWallTests {
    init() {
        LoopThread.start()
    }

    private static let hostile = "<script>alert(1)</script>\u{202E}<img src=x onerror=alert(2)>"

    private static func isHere(_ board: JSONValue) -> Bool {
        board["link"]?.text("state") == "here"
    }

    private static func isRunning(_ process: Int32) -> Bool {
        let line = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ") Z"
        return line.split(separator: ") ").last?.hasPrefix("Z") != true
    }

    private static func names(_ board: JSONValue) -> [String] {
        board.list("bridges").compactMap { $0.text("name") }
    }

    @Test @LoopActor func `all bridges are on the page, and nobody acts on their phones`()
        async throws
    {
        let bench = try await FeedBench()
        let wall = try RealWall(try CentralCommand(bench.central))
        #expect(await wall.becomes { Self.isHere($0) && Self.names($0).count == 2 })
        let board = try #require(await wall.board())
        expect(Self.names(board), is: ["berlin/hall", "paris/hall"])
        expect(board["may_act"].map { "\($0.content)" }, is: "bool(false)")
        try bench.ring(1, .ringing, at: 1, by: Self.hostile)
        #expect(
            await wall.becomes {
                $0.list("calls").first?.text("phone") == "paris/hall Ann's iPhone"
                    && $0.list("calls").first?.text("who")?.contains("<script>") == true
            })
        let page = try #require(await wall.get("/")?.text)
        #expect(!page.contains("<script>alert") && !page.contains("<img src=x"))
        #expect(page.contains("&lt;script&gt;alert") && page.contains("<bdi>paris/hall</bdi>"))
        let act = try #require(await wall.act(#"{"act":"answer"}"#))
        expect(act.status, is: 409)
        #expect(act.value?.text("words")?.contains("at the bridge of the phone") == true)
        try bench.ring(1, .missed, at: 1, by: Self.hostile)
        #expect(
            await wall.becomes {
                $0.list("calls").isEmpty && $0["counts"]?.number("missed") == 1
            })
        let health = try #require(await wall.get("/health"))
        expect(health.status, is: 200)
        expect(health.value?.text("centre"), is: "here")
        let metrics = try #require(await wall.get("/metrics")?.text)
        #expect(metrics.contains("callboard_centre_bridge_up{bridge=\"paris/hall\"} 1"))
        let guest = try #require(await wall.get("/board", isGuest: true)?.value)
        expect(Self.names(guest), is: ["Bridge 1", "Bridge 2"])
        expect(guest["counts"]?.number("missed"), is: 1)
        let refused = try #require(await wall.get("/history", isGuest: true))
        expect(refused.status, is: 403)
        try wall.reload("sites = paris")
        #expect(await wall.becomes { Self.isHere($0) && Self.names($0) == ["paris/hall"] })
        expect(wall.finish(), is: 143)
        await bench.end()
    }

    @Test @LoopActor func `the history of all bridges is searched and drawn`() async throws {
        let bench = try await FeedBench()
        let moment = WallTime.now.advanced(by: .seconds(-3_600))
        for (hall, numbers) in zip(bench.halls, [1...30, 31...45]) {
            // All of them at the same moment, but for three.
            try hall.write(
                numbers.map { number in
                    let moment = moment.advanced(by: .milliseconds(number % 15 == 0 ? 1 : 0))
                    return SampleNotices.event(
                        .added, SampleNotices.notice(number, "parcel", at: moment))
                })
        }
        try await bench.wait(for: 45)
        let wall = try RealWall(try CentralCommand(bench.central), ["sites = berlin, paris"])
        #expect(await wall.becomes(Self.isHere))
        for path in ["/history?limit=7", "/history?search=parcel&limit=7"] {
            var (found, before, pages): ([String], String?, Int) = ([], "", 0)
            while let next = before, pages < 20 {
                let target = path + (next.isEmpty ? "" : "&before=\(next)")
                let answer = try #require(await wall.answer(to: target))
                expect(answer.status, is: 200, "\(answer.text.prefix(300))")
                found += answer.value?.list("notices").compactMap { $0.text("title") } ?? []
                before = answer.value?.text("next")
                pages += 1
            }
            expect(pages, is: 7, "\(path)")
            expect(found.count, is: 45, "\(path)")
            expect(Set(found).count, is: 45, "\(path)")
            expect(Set(found.prefix(3)), is: ["n15", "n30", "n45"], "\(path)")
        }
        let one = try #require(await wall.answer(to: "/history?search=parcel+of+17")?.value)
        expect(one.list("notices").map { $0.text("site") }, is: ["berlin"])
        let none = try #require(await wall.answer(to: "/history?search=nowhere"))
        expect(none.text, is: "{\"version\":1,\"notices\":[]}\n")
        let mistyped = try #require(await wall.answer(to: "/history?search=parcle"))
        expect(
            mistyped.text, is: "{\"version\":1,\"notices\":[],\"meant\":\"parcel\"}\n")
        let wrong: [(String, Int)] = [
            ("/history?before=x", 400), ("/history?since=2026-02-30", 400),
            ("/history?since=2026-03-02&until=2026-03-01", 400), ("/history?limit=0", 400),
            ("/history?search=--config%3D/etc/shadow", 200), ("/history?search=%01--", 200),
        ]
        for (target, status) in wrong {
            let answer = try #require(await wall.answer(to: target))
            expect(answer.status, is: status, "\(target): \(answer.text.prefix(200))")
        }
        let picture = try #require(await wall.answer(to: "/stats.svg?since=2026-01-01"))
        expect(picture.status, is: 200)
        #expect(picture.text.hasPrefix("<svg") || picture.text.hasPrefix("<?xml"))
        _ = wall.finish()
        await bench.end()
    }

    @Test @LoopActor func `whatever goes is said, and comes back by itself`() async throws {
        let bench = try await FeedBench(isAlone: true)
        let wall = try RealWall(try CentralCommand(bench.central))
        #expect(await wall.becomes(Self.isHere))
        try bench.ring(1, .ringing, at: 0)
        #expect(await wall.becomes { !$0.list("calls").isEmpty })
        let child = try #require(wall.children.first)
        kill(child, SIGKILL)
        let gone = try #require(await wall.board { !Self.isHere($0) })
        #expect(gone.list("calls").isEmpty)
        #expect(gone["link"]?.text("words")?.isEmpty == false)
        #expect(await wall.becomes { Self.isHere($0) && !$0.list("calls").isEmpty })
        bench.central.server.kill()
        #expect(await wall.becomes { !Self.isHere($0) && $0.list("calls").isEmpty })
        let health = try #require(await wall.get("/health"))
        expect(health.status, is: 503)
        // Whoever sees numbers alone is not told which server and which user.
        let guest = try #require(await wall.get("/board", isGuest: true)?.value)
        expect(guest["link"]?.text("words"), is: "The central database does not answer.")
        let search = try #require(await wall.get("/history?search=words"))
        expect(search.status, is: 503)
        try bench.ring(1, .missed, at: 0)
        try bench.central.server.start()
        #expect(
            await wall.becomes { Self.isHere($0) && $0["counts"]?.number("missed") == 1 })
        // Nobody is left behind, however it ends.
        let last = try #require(wall.children.first)
        wall.kill()
        expect(await eventually { !Self.isRunning(last) })
        await bench.end()
    }
}
