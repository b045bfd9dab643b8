import Expecting
import Foundation
import Linux
import ServerSupport
import Support
import Testing
import Waiting

@testable import PostgreSQL

/// Many rows and much news from a real server.
struct StreamTests {
    init() {
        LoopThread.start()
    }

    /// Kilobytes of this process that are in memory.
    private static var memory: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }

    /// What the thread of the loop has had of the processor.
    @LoopActor private static var processorTime: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    @Test @LoopActor func `a hundred thousand rows pass through little memory`() async throws {
        let client = TestClient(try SharedServer.plan)
        #expect(await client.opens())
        var (count, sum, failure) = (0, 0, ServerFailure?.none)
        var result: Result<[StatementOutcome], BatchFailure>?
        let before = Self.memory
        var most = before
        client.connection?.run(
            [
                SQLStatement(
                    "SELECT n, repeat('x', 1000) FROM generate_series(1, $1::int) AS n",
                    [.integer(100_000)])
            ],
            rows: { _, row in
                count += 1
                do throws(ServerFailure) { sum += try row.value(0) } catch { failure = error }
                if count % 1000 == 0 { most = max(most, Self.memory) }
            }, then: { result = $0 })
        expect(await eventually { result != nil })
        expect(try result?.get().map(\.rowCount), is: [100_000])
        expect(failure, is: nil)
        expect(sum, is: 5_000_050_000)
        // All of them together have a hundred megabytes.
        #expect(most - before < 20_000, "\(most - before) kB more")
    }

    @Test(arguments: [1, 2_000])
    @LoopActor func `whoever takes rows may pause, and misses none`(_ step: Int) async throws {
        let (client, other) = (
            TestClient(try SharedServer.plan), TestClient(try SharedServer.plan)
        )
        #expect(await client.opens())
        #expect(await other.opens())
        var numbers: [Int] = []
        var result: Result<[StatementOutcome], BatchFailure>?
        client.connection?.run(
            [
                SQLStatement(
                    "SELECT n FROM generate_series(1, $1::int) AS n", [.integer(Int64(step * 4))]),
                SQLStatement("SELECT 0"),
            ],
            rows: { _, row in
                numbers.append((try? row.value(0)) ?? -1)
                if numbers.count % step == 0 { client.connection?.isPaused = true }
            }, then: { result = $0 })
        for pauses in 1...4 {
            expect(await eventually { client.connection?.isPaused ?? false })
            expect(numbers.count, is: step * pauses)
            // The server has sent, and the loop has looked, while another one was answered.
            for _ in 0..<2 { expect(await other.run("SELECT 1").rows.count, is: 1) }
            await turn()
            expect(numbers.count, is: step * pauses, "nothing comes meanwhile")
            expect(result == nil, is: true)
            client.connection?.isPaused = false
        }
        if step == 1 {
            expect(await eventually { client.connection?.isPaused ?? false })
            client.connection?.isPaused = false
        }
        expect(await eventually { result != nil })
        expect(numbers, is: Array(1...(step * 4)) + [0])
    }

    @Test @LoopActor func `a paused connection costs nothing when the server goes`() async throws {
        let server = try RealServer()
        var plan = DatabaseEndpoint.of(server)
        plan.places = [.folder(server.folder, port: server.port)]
        plan.answerPatience = .milliseconds(200)
        let client = TestClient(plan)
        #expect(await client.opens())
        client.connection?.run([SQLStatement("SELECT pg_sleep(3600)")]) { _ in }
        try server.waitUntilAsleep()
        client.connection?.isPaused = true
        server.kill()
        // A loop that is told again and again of a connection that hangs up has nothing but work.
        let before = Self.processorTime
        for _ in 0..<20 { await turn() }
        let taken = Self.processorTime - before
        #expect(taken < .milliseconds(100), "the loop does not sleep: \(taken)")
        // A limit that was set before now would be over before this is.
        await pause(plan.answerPatience + .milliseconds(10))
        expect(client.failure, is: nil, "nobody is told while nothing is read")
        client.connection?.isPaused = false
        expect(await client.fails(), is: .lost(plan.places[0]))
    }

    @Test @LoopActor func `a row that is too large ends the connection`() async throws {
        var plan = try SharedServer.plan
        plan.rowLimit = 1000
        let client = TestClient(plan)
        #expect(await client.opens())
        let (rows, result) = await client.run(
            "SELECT repeat('x', n * 500) FROM generate_series(1, 3) AS n")
        expect(rows.count, is: 2)
        expect(result, is: .failure(BatchFailure(failure: .rowTooLarge(limit: 1000))))
        expect(client.failure, is: .rowTooLarge(limit: 1000))
    }

    @Test @LoopActor func `what is sent to a channel is heard, in its order, between answers`()
        async throws
    {
        let plan = try SharedServer.plan
        let (listener, sender) = (TestClient(plan), TestClient(plan))
        #expect(await listener.opens())
        #expect(await sender.opens())
        let channel = "wall \"1\" \u{1F514}"
        _ = await listener.run([.listen(to: channel), .listen(to: "other")])
        let count = 5_000
        for start in stride(from: 0, to: count, by: 500) {
            sender.connection?.run(
                (start..<start + 500).map { .notify(channel, "news \($0)") }
            ) { _ in }
            // The listener asks for things of its own meanwhile.
            _ = await listener.run("SELECT 1")
        }
        expect(await eventually { listener.notifications.count == count })
        expect(listener.notifications.map(\.payload), is: (0..<count).map { "news \($0)" })
        expect(Set(listener.notifications.map(\.channel)), is: [channel])
        expect(listener.notifications.first?.process, is: sender.facts?.process)
        _ = await listener.run([.unlisten(from: channel)])
        _ = await sender.run([.notify(channel, "unheard"), .notify("other", "heard")])
        expect(await eventually { listener.notifications.last?.payload == "heard" })
        expect(listener.notifications.count, is: count + 1)
    }

    @Test @LoopActor func `news comes also to whoever asks nothing, whatever else is said`()
        async throws
    {
        let server = try RealServer()
        let listener = TestClient(DatabaseEndpoint.of(server))
        #expect(await listener.opens())
        _ = await listener.run([.listen(to: "wall")])
        // An idle client is told of changed settings, which must not hold up what follows.
        try server.run("ALTER SYSTEM SET standard_conforming_strings = off")
        try server.run("SELECT pg_reload_conf()")
        // Processes that begin later have the new settings.
        let question = "SELECT 1 / (current_setting('standard_conforming_strings') = 'off')::int"
        expect(Patience.waits { (try? server.run(question)) != nil })
        try server.run("NOTIFY wall, 'x'", in: "centre")
        expect(await eventually { listener.notifications.count == 1 })
    }

    @Test @LoopActor func `warnings of the server are told, and not written anywhere`() async throws
    {
        let client = TestClient(try SharedServer.plan)
        #expect(await client.opens())
        let (_, result) = await client.run(
            "DO $$ BEGIN RAISE WARNING E'of \\n something'; END $$")
        expect(try result?.get().count, is: 1)
        expect(client.notices.map(\.words), is: ["of something"])
        expect(client.notices.map(\.state.rawValue), is: ["01000"])
    }
}
