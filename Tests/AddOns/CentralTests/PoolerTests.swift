import BridgeServiceSupport
import Commands
import Control
import Expecting
import Formats
import Linux
import Outlets
import PostgreSQL
import ServerSupport
import Support
import Testing
import Waiting

@testable import Central
@testable import History

/// A real pgbouncer between a bridge and its centre.
struct PoolerTests {
    init() {
        LoopThread.start()
    }

    @LoopActor
    private static func plan(
        _ pooler: RealPooler, _ central: TestCentral, user: String = "berlin",
        wantsToWrite: Bool = true
    ) -> DatabaseEndpoint {
        var plan = central.plan(user: user, wantsToWrite: wantsToWrite)
        plan.places = [.host("127.0.0.1", port: pooler.port)]
        return plan
    }

    @Test @LoopActor func `with a connection for each client all goes as without it`()
        async throws
    {
        let (central, bridge) = (try await TestCentral(isAlone: true), try ServedBridge())
        try await central.run("INSERT INTO callboard.access VALUES ('anna', 'berlin')")
        let pooler = try RealPooler(of: central.server, .session)
        let bench = try PushBench(bridge.socket, Self.plan(pooler, central))
        for round in 1...3 {
            try bridge.add(round * 1_000...round * 1_000 + 600, "round \(round)")
            await pause(.milliseconds(round * 20))
            let failures = bridge.failures
            if round == 2 { central.server.kill() } else { pooler.kill() }
            expect(
                await eventually {
                    bridge.failures > failures || bridge.report?.works == false
                }, "round \(round): it was told \(bridge.told)")
            try bridge.forget(.match(SearchWords("\"round \(round) of \(round * 1_000 + 7)\"")))
            if round == 2 { try central.server.start() } else { try pooler.start() }
            try await expect(
                differences(bridge, central), is: "", "round \(round)")
        }
        await bench.stop()
        // The pooler's connection is free for others, and holds nothing of the one before.
        let again = try PushBench(bridge.socket, Self.plan(pooler, central))
        try bridge.add(9_000...9_010)
        try await expect(differences(bridge, central), is: "")
        await again.stop()

        let server = DatabaseSession()
        var plan = Self.plan(pooler, central, user: "anna", wantsToWrite: false)
        plan.statementLimit = .seconds(7_000)
        let facts = try await server.open(plan)
        #expect(facts.isPooled)
        let limit = try await server.rows(SQLStatement("SHOW statement_timeout")).first
        try expect(limit?.value(0, as: String.self), is: "7000s")
        for _ in 0..<2 {
            let page = try await CentralQuestions(server).notices(
                CentralFilter(), after: nil, atMost: 9)
            expect(page.notices.count, is: 9)
        }
        // News come through, and are known for one's own.
        try await server.run([.listen(to: "callboard")])
        try await server.run([.notify("callboard", "1 2")])
        let news = await server.notification(within: Patience.limit)
        expect(news?.payload, is: "1 2")
        expect(news?.process, is: facts.process)
    }

    @Test @LoopActor func `one that lends connections is refused in words, and mixes nothing up`()
        async throws
    {
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        let pooler = try RealPooler(of: central.server, .transaction)
        try bridge.add(1...30)
        let bench = try PushBench(bridge.socket, Self.plan(pooler, central))
        expect(
            await eventually { bridge.report?.words.contains("pool_mode = session") ?? false },
            "it was told \(bridge.told)")
        expect(bridge.report?.works, is: false)
        try await expect(central.number("SELECT count(*) FROM callboard.history"), is: 0)
        await bench.stop()
        let direct = try PushBench(bridge.socket, central.plan())
        try await expect(differences(bridge, central), is: "")
        await direct.stop()
    }

    @Test(arguments: [RealPooler.Mode.session, .transaction])
    @LoopActor func `a check tells which of both it is`(_ mode: RealPooler.Mode) async throws {
        let bench = try await CheckBench()
        let pooler = try RealPooler(of: bench.central.server, mode)
        bench.values["host"] = "127.0.0.1:\(pooler.port)"
        let findings = try await bench.findings()
        expect(
            findings.status("central-pooler"), is: mode == .session ? .ok : .fail,
            "\(findings.page)")
        expect(FindingPage(findings).isHealthy, is: mode == .session, "\(findings.page)")
        pooler.kill()
        let away = try await bench.findings()
        expect(away.status("central-server"), is: .fail, "\(away.page)")
    }

    @Test @LoopActor func `a pooler whose server is away is told of in its own words`()
        async throws
    {
        let (central, bridge) = (try await TestCentral(isAlone: true), try ServedBridge())
        let pooler = try RealPooler(of: central.server, .session, wait: 1)
        central.server.kill()
        var plan = Self.plan(pooler, central)
        let bench = try PushBench(bridge.socket, plan)
        expect(
            await eventually { bridge.report?.words.contains("127.0.0.1 port") ?? false },
            "it was told \(bridge.told)")
        await bench.stop()
        // The next place is tried all the same.
        let other = try await TestCentral()
        plan.places += other.plan().places
        plan.database = other.name
        let server = DatabaseSession()
        let facts = try await server.open(plan)
        expect(facts.place, is: plan.places[1])
    }
}
