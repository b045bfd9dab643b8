import BridgeServiceSupport
import Expecting
import Foundation
import History
import JSON
import Linux
import Notices
import ServerSupport
import ServingSupport
import Support
import Testing
import Waiting

@testable import Central

/// What a wall knows, as programs read it, beside bridges that hand in to a real server.
struct FeedTests {
    init() {
        LoopThread.start()
    }

    /// Hears why a feed is over.
    @LoopActor private final class Ends {
        var all: [FeedWriter.End] = []
    }

    private static let hostile =
        "<script>alert(1)</script>\u{202E}\u{0}\u{1B}[2J\"},{\"event\":\"begun\"}\n😀"

    @Test @LoopActor func `all that holds comes first, then what happens`() async throws {
        let bench = try await FeedBench()
        try bench.halls[0].write([SampleNotices.event(.added, SampleNotices.notice(1, at: .now))])
        try await bench.wait(for: 1)
        let feed = try RealFeed(try CentralCommand(bench.central))
        let lines = feed.lines
        expect(await eventually { lines.words.contains("bridges") })
        expect(
            lines.words,
            is: ["begun", "added berlin/hall Ann's iPhone: n1", "caught_up", "bridges"]
        )
        expect(lines.bridges, is: ["berlin/hall here", "paris/hall here"])
        try bench.ring(2, .ringing, at: 1, by: Self.hostile)
        expect(await eventually { lines.values.last?.text("event") == "ringing" })
        expect(lines.values.last?.text("title"), is: Self.hostile)
        expect(lines.values.last?.text("phone"), is: "paris/hall Ann's iPhone")
        try bench.ring(2, .missed, at: 1, by: Self.hostile)
        expect(await eventually { lines.values.last?.text("event") == "missed" })
        expect(lines.words.count { $0 == "begun" }, is: 1)
        expect(lines.mistakes, is: 0)
        await bench.end()
    }

    @Test @LoopActor func `only what is wanted is told`() async throws {
        let bench = try await FeedBench()
        let command = try CentralCommand(bench.central)
        let feed = try RealFeed(command, ["--site", "paris", "--category", "missed"])
        expect(await eventually { feed.lines.words.contains("caught_up") })
        for hall in bench.halls {
            try hall.write([SampleNotices.event(.added, SampleNotices.notice(1, at: .now))])
        }
        try bench.ring(2, .missed, at: 0)
        // Whoever sees the next one has seen all of these.
        try await bench.wait(for: 3)
        try bench.ring(3, .missed, at: 1)
        expect(await eventually { feed.lines.words.contains { $0.hasPrefix("missed") } })
        let told = feed.lines.words.filter { $0.contains(":") }
        expect(told, is: ["missed paris/hall Ann's iPhone: n3"])
        expect(feed.lines.bridges, is: ["paris/hall here"])
        let ending = try await command.run(["feed", "--category", "nonsense"])
        expect(ending.status, is: 64)
        await bench.end()
    }

    @Test @LoopActor func `after a gap all that holds is told anew`() async throws {
        let bench = try await FeedBench(isAlone: true)
        let feed = try RealFeed(try CentralCommand(bench.central))
        let lines = feed.lines
        expect(await eventually { lines.words.contains("caught_up") })
        try bench.ring(1, .missed, at: 0)
        expect(await eventually { lines.words.contains { $0.hasPrefix("missed") } })
        bench.central.server.kill()
        expect(await eventually { lines.words.last == "centre" })
        expect(lines.values.last?.text("state"), is: "gone")
        #expect(lines.values.last?.text("words")?.isEmpty == false)
        let before = lines.words.count
        try bench.ring(2, .missed, at: 1)
        try bench.central.server.start()
        expect(
            await eventually {
                lines.words.dropFirst(before).contains { $0 == "caught_up" }
                    && lines.words.contains("missed paris/hall Ann's iPhone: n2")
            })
        let after = lines.words.dropFirst(before).filter { $0 != "centre" }
        expect(after.first, is: "begun")
        #expect(after.contains("missed berlin/hall Ann's iPhone: n1"), "\(after)")
        await bench.end()
    }

    @Test @LoopActor func `it ends with its reader, its parent, or when it is told to`()
        async throws
    {
        let bench = try await FeedBench()
        let command = try CentralCommand(bench.central)
        let left = try RealFeed(command)
        expect(await eventually { left.lines.words.contains("caught_up") })
        left.closeInput()
        expect(await eventually { left.ending == .exited(0) })
        let sessions =
            "SELECT count(*) FROM pg_stat_activity WHERE usename = 'hall'"
            + " AND application_name = 'callboard-central' AND datname = '\(bench.central.name)'"
        func count() async throws -> Int64? { try await bench.central.number(sessions) }
        expect(try await answersEventually({ try await count() == 0 }))
        // What is not a pipe does not end it: it goes on to the server.
        let told = try BackgroundProgram([
            CentralCommand.path(of: "callboard-central"), "feed", "--config", command.file("conf"),
        ])
        expect(try await answersEventually({ try await count() == 1 }))
        expect(told.finish(), is: 143)
        let output = try TestPipe()
        let input = try FileDescriptor.open(readingFrom: "/dev/null")
        let controller = FeedWriter(
            bench.central.plan(user: "hall"), CentralFilter(), alarm: .seconds(900))
        let ends = Ends()
        try controller.start(to: output.writing, until: input.rawValue) { ends.all.append($0) }
        close(output.writing)
        let lines = FeedLines()
        expect(
            await eventually {
                lines.read(output.reading)
                return lines.words.contains("bridges")
            })
        expect(ends.all, is: [])
        close(output.reading)
        expect(await eventually { ends.all == [.closed] })
        await withCheckedContinuation { done in controller.stop(within: .zero) { done.resume() } }
        await bench.end()
    }

    @Test @LoopActor func `a reader who sleeps is told what has become of all, and not each step`()
        async throws
    {
        let bench = try await FeedBench()
        let long = String(repeating: "long ", count: 2_000)
        try bench.halls[0].write(
            (1...100).map {
                SampleNotices.event(.added, SampleNotices.notice($0, long, at: .now))
            })
        try await bench.wait(for: 100)
        let (output, input) = (try TestPipe(), try TestPipe())
        let name = ".s.PGSQL.\(bench.central.server.port)"
        let relay = try Relay(to: "\(bench.central.server.folder)/\(name)", name: name)
        let controller = FeedWriter(
            bench.central.plan(user: "hall", by: relay.folder), CentralFilter(), alarm: .zero,
            pace: WallFeed.Pace(
                thinkingLimit: Patience.limit, usualLook: .milliseconds(100),
                ringingLook: .milliseconds(100)))
        let ends = Ends()
        try controller.start(to: output.writing, until: input.reading) { ends.all.append($0) }
        /// Waits until the controller has looked: what it sees is a megabyte each time.
        func looks() async {
            let before = relay.carried[.answering] ?? 0
            expect(await eventually { (relay.carried[.answering] ?? 0) > before + 3 << 20 })
        }
        await looks()
        for number in 201...203 {
            try bench.halls[1].write([
                SampleNotices.event(.added, SampleNotices.notice(number, at: .now))
            ])
            try await bench.wait(for: 101)
            await looks()
            try bench.halls[1].forget(.all)
            try await bench.wait(for: 100)
            await looks()
        }
        try bench.ring(300, .missed, at: 1)
        try await bench.wait(for: 101)
        let lines = FeedLines()
        expect(
            await eventually {
                lines.read(output.reading)
                return lines.words.contains("missed paris/hall Ann's iPhone: n300")
            })
        expect(lines.words.first, is: "begun")
        expect(lines.words.count { $0.hasPrefix("added berlin/hall") }, is: 100)
        expect(lines.words.filter { $0.contains("n20") && $0.contains("paris") }, is: [])
        expect(lines.words.count { $0 == "caught_up" }, is: 1)
        expect(lines.mistakes, is: 0)
        expect(
            await eventually {
                lines.read(output.reading)
                return lines.bridges.contains {
                    $0.hasPrefix("paris/hall SILENT") && $0.hasSuffix("!")
                }
            })
        close(input.writing)
        expect(await eventually { ends.all == [.closed] })
        await withCheckedContinuation { done in controller.stop(within: .zero) { done.resume() } }
        relay.stop()
        for descriptor in [output.reading, output.writing, input.reading] { close(descriptor) }
        await bench.end()
    }
}
