import BridgeServiceSupport
import Control
import Expecting
import Formats
import Linux
import Notices
import Outlets
import PostgreSQL
import ServerSupport
import Support
import Testing

@testable import Central
@testable import History

/// A centre of two servers, of which the second takes the place of the first when that is killed.
struct FailOverTests {
    init() {
        LoopThread.start()
    }

    /// What a standby has of its first server.
    @LoopActor
    private static func hasCaughtUp(_ central: TestCentral, _ standby: TestCentral) async -> Bool {
        let count = "SELECT count(*) FROM callboard.notice"
        return await answersEventually({
            let (here, there) = (try? await central.number(count), try? await standby.number(count))
            return here != nil && here == there
        })
    }

    /// A centre with some notices, and a second server that has them too.
    @LoopActor
    private static func pair(_ bridge: ServedBridge) async throws -> (TestCentral, TestCentral) {
        let central = try await TestCentral(isAlone: true)
        try await central.run("INSERT INTO callboard.access VALUES ('anna', 'berlin')")
        try bridge.add(1...600)
        let bench = try PushBench(bridge.socket, central.plan())
        try await expect(differences(bridge, central), is: "")
        await bench.stop()
        let standby = try central.standby()
        #expect(await hasCaughtUp(central, standby))
        return (central, standby)
    }

    @Test(arguments: [false, true])
    @LoopActor func `a standby that is promoted has exactly what the bridge has`(
        _ isBehind: Bool
    ) async throws {
        let bridge = try ServedBridge()
        let (central, standby) = try await Self.pair(bridge)
        var plan = central.plan()
        plan.places += standby.plan().places
        var pace = PushBench.quick
        // So many batches that one of them is on its way at any moment.
        pace.limit = 10
        let bench = try PushBench(bridge.socket, plan, pace: pace)
        var turns: (here: Int64?, there: Int64?) = (nil, nil)
        let lastTurn = "SELECT last_turn FROM callboard.history"
        for round in 0..<10 {
            let next = 10_000 + round * 20
            try bridge.add(next...next + 19, "round \(round)")
            try bridge.write(
                (round * 10 + 1...round * 10 + 10).map {
                    SampleNotices.event(.modified, SampleNotices.notice($0, "changed \(round)"))
                })
            // One of just now, and one that both servers have.
            try bridge.forget(.match(SearchWords("\"round \(round) of \(next + 3)\"")))
            try bridge.forget(.match(SearchWords("\"words of \(500 + round)\"")))
            // What the first server does from here on, and says it has, nobody else ever has.
            if isBehind, round == 3 { try standby.server.stopFollowing() }
            if round == 6 {
                let there = try await standby.number(lastTurn)
                if isBehind {
                    expect(
                        try await answersEventually({
                            try await central.number(lastTurn) ?? 0 > there ?? 0
                        }))
                }
                turns.here = try await central.number(lastTurn)
                central.server.kill()
                turns.there = try await standby.number(lastTurn)
            }
            if round == 8 { try standby.server.run("SELECT pg_promote()") }
            await pause(.milliseconds(10))
        }
        #expect(!isBehind || turns.there ?? 0 < turns.here ?? 0, "nothing was lost: \(turns)")
        let words = try await differences(bridge, standby)
        expect(words, is: "", "it was told \(bridge.told.suffix(5))")
        try await expect(
            standby.number("SELECT count(*) FROM callboard.notice"), is: 600 + 10 * 20 - 20)
        await bench.stop()
    }

    @Test @LoopActor func `a standby can be read, and nothing is handed in there`() async throws {
        let bridge = try ServedBridge()
        let (central, standby) = try await Self.pair(bridge)
        central.server.kill()
        let server = DatabaseSession()
        _ = try await server.open(standby.plan(user: "anna", wantsToWrite: false))
        let questions = CentralQuestions(server)
        try await expect(
            questions.notices(CentralFilter(), after: nil, atMost: 9).notices.count, is: 9)
        try await expect(questions.count(CentralFilter(), upTo: 5_000), is: 600)
        let (figures, _) = try await questions.count(into: Statistics(), CentralFilter())
        #expect(
            String(decoding: figures.figures().json, as: UTF8.self).contains("\"notices\":600,"))
        try await expect(server.rows(SQLStatement(CentralBridge.question)).count, is: 1)
        let bench = try PushBench(bridge.socket, standby.plan())
        expect(
            await eventually {
                bridge.report?.words.contains("nothing can be written to the server") ?? false
            }, "it was told \(bridge.told)")
        await bench.stop()

        let check = try await CheckBench(standby)
        let findings = try await check.findings()
        expect(findings.status("central-server"), is: .ok, "\(findings.page)")
        expect(findings.status("central-writing"), is: .fail, "\(findings.page)")
        (check.values["site"], check.values["user"]) = (nil, "anna")
        let reading = try await check.findings()
        expect(reading.status("central-reading"), is: .ok, "\(reading.page)")
        #expect(FindingPage(reading).isHealthy, "\(reading.page)")
    }
}
