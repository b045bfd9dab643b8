import BridgeServiceSupport
import Expecting
import Linux
import Notices
import PostgreSQL
import ServerSupport
import Support
import Testing

@testable import History

/// A connection that breaks anywhere costs nothing and doubles nothing.
struct CutTests {
    init() {
        LoopThread.start()
    }

    /// What happens at the bridge before each break, so that there is something to hand over.
    @LoopActor private func change(_ bridge: ServedBridge, _ round: Int) throws {
        let first = 100 + round * 10
        try bridge.add(first...first + 5, "round \(round)")
        try bridge.write([
            SampleNotices.event(.modified, SampleNotices.notice(first - 8, "changed in \(round)"))
        ])
        if round % 3 == 0 { try bridge.forget(.match(SearchWords("\"round \(round - 2)\""))) }
        if round % 5 == 0 {
            let (old, new) = round % 2 == 0 ? ("Ann's iPhone", "Bea's") : ("Bea's", "Ann's iPhone")
            try bridge.write([SampleNotices.renamed(old, new)])
        }
    }

    /// Breaks the way at many places of a conversation, and says what is different afterwards.
    @LoopActor private func sweep(
        _ relay: Relay, _ bridge: ServedBridge, _ central: TestCentral, places: Int
    ) async throws {
        try bridge.add(1...20)
        try await expect(differences(bridge, central), is: "")
        // What a whole conversation amounts to, from its first byte on.
        var whole: [Relay.Side: Int] = [:]
        let before = relay.carried
        relay.breakAll()
        try change(bridge, 0)
        try await expect(differences(bridge, central), is: "")
        for side in Relay.Side.allCases {
            whole[side] = (relay.carried[side] ?? 0) - (before[side] ?? 0)
        }
        var round = 0
        for side in Relay.Side.allCases {
            for place in 0..<places {
                round += 1
                relay.breakAll()
                let cuts = relay.cuts
                relay.cut(side, after: (whole[side] ?? 0) * place / places)
                try change(bridge, round)
                let words = try await differences(bridge, central)
                expect(words, is: "", "\(side), place \(place) of \(places)")
                guard words.isEmpty else { return }
                // This conversation may be shorter than the one that was measured; it goes on with what comes next.
                var next = 10_000 + round * 100
                while relay.cuts == cuts, next % 100 < 99 {
                    next += 1
                    try bridge.add(next...next)
                    let words = try await differences(bridge, central)
                    expect(words, is: "", "\(side), place \(place) of \(places)")
                }
                #expect(relay.cuts > cuts, "\(side), place \(place): no break")
            }
        }
    }

    @Test @LoopActor func `the way to the centre breaks at every phase`() async throws {
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        let name = ".s.PGSQL.\(central.server.port)"
        let relay = try Relay(to: "\(central.server.folder)/\(name)", name: name)
        let bench = try PushBench(bridge.socket, central.plan(by: relay.folder))
        try await sweep(relay, bridge, central, places: 16)
        await bench.stop()
        relay.stop()
    }

    @Test @LoopActor func `the way to the bridge breaks at every phase`() async throws {
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        let relay = try Relay(to: bridge.socket, name: "s")
        let bench = try PushBench(relay.path, central.plan())
        try await sweep(relay, bridge, central, places: 3)
        await bench.stop()
        relay.stop()
    }

    @Test @LoopActor func `what the server had done already is taken over soon`() async throws {
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        let name = ".s.PGSQL.\(central.server.port)"
        let relay = try Relay(to: "\(central.server.folder)/\(name)", name: name)
        let bench = try PushBench(bridge.socket, central.plan(by: relay.folder))
        try bridge.add(1...3)
        try await expect(differences(bridge, central), is: "")
        // The server goes on with a batch whose sender is gone, for as long as the owner has a lock.
        try await central.run(
            """
            CREATE FUNCTION callboard.dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                PERFORM pg_advisory_xact_lock(600); RETURN NEW; END $$
            """)
        try await central.run(
            "CREATE TRIGGER dawdle BEFORE INSERT ON callboard.notice FOR EACH ROW"
                + " EXECUTE FUNCTION callboard.dawdle()")
        try await central.run("SELECT pg_advisory_lock(600)")
        try bridge.add(4...5)
        let waiting =
            "SELECT count(DISTINCT l.pid) FROM pg_locks l JOIN pg_stat_activity a USING (pid)"
            + " WHERE NOT l.granted AND a.datname = '\(central.name)'"
        expect(try await answersEventually({ try await central.number(waiting) == 1 }))
        relay.breakAll()
        expect(
            try await answersEventually({ try await central.number(waiting) == 2 }),
            "others are kept out meanwhile: it was told \(bridge.told)")
        try await central.run("SELECT pg_advisory_unlock(600)")
        try await expect(differences(bridge, central), is: "")
        await bench.stop()
        relay.stop()
    }
}
