import BridgeServiceSupport
import Control
import Expecting
import Linux
import Notices
import PostgreSQL
import Support
import Testing

@testable import Central
@testable import History

/// Bridges that restart and programs that end or go on otherwise, in the middle of everything.
struct LifeTests {
    init() {
        LoopThread.start()
    }

    @Test @LoopActor func `a bridge that restarts is handed over from where it was`() async throws {
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        var pace = PushBench.quick
        pace.limit = 20
        let bench = try PushBench(bridge.socket, central.plan(), pace: pace)
        for round in 1...3 {
            try bridge.add(round * 1_000...round * 1_000 + 90)
            if round > 1 { await pause(.milliseconds(round * 15)) }
            try await bridge.restart()
            try await expect(differences(bridge, central), is: "", "round \(round)")
        }
        await bench.stop()
    }

    @Test @LoopActor func `another configuration holds at once, though nothing happens`()
        async throws
    {
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        try bridge.add(1...3)
        let bench = try PushBench(bridge.socket, central.plan())
        expect(await eventually { bridge.report?.words.hasSuffix("up to date") ?? false })
        // The bridge has been asked, and waits for something to hand over.
        expect(await eventually { bridge.received.last == 1 })
        try await bench.reload(central.plan(), name: "garden")
        expect(
            try await answersEventually({
                let rows = try await central.rows("SELECT bridge FROM callboard.history")
                return try rows.first?.value(0, as: String.self) == "garden"
            }))
        try bridge.add(4...9)
        try await expect(differences(bridge, central), is: "")
        await bench.stop()
    }

    @Test @LoopActor func `another configuration at any moment takes the place of the first`()
        async throws
    {
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        let bench = try PushBench(bridge.socket, central.plan())
        for round in 1...12 {
            try bridge.add(round * 100...round * 100 + 30)
            await pause(.milliseconds(round * 5))
            try await bench.reload(central.plan(), name: "hall \(round)")
        }
        try await expect(differences(bridge, central), is: "")
        await bench.stop()
    }

    @Test @LoopActor func `who ends is gone from the centre at any moment, and the next goes on`()
        async throws
    {
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        let sessions =
            "SELECT count(*) FROM pg_stat_activity WHERE usename = 'berlin' AND datname = '\(central.name)'"
        for round in 1...12 {
            try bridge.add(round * 100...round * 100 + 60)
            let bench = try PushBench(bridge.socket, central.plan())
            await pause(.milliseconds(round * 6))
            await bench.stop()
            // One that was on its way in as this ended comes, and goes, a little later: the next round waits for that, too.
            expect(
                try await answersEventually({ try await central.number(sessions) == 0 }),
                "round \(round)")
        }
        let bench = try PushBench(bridge.socket, central.plan())
        try await expect(differences(bridge, central), is: "")
        await bench.stop()
        expect(try await answersEventually({ try await central.number(sessions) == 0 }))
    }

    @Test @LoopActor func `a bridge that hangs while it is asked is asked again`() async throws {
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        let relay = try Relay(to: bridge.socket, name: "s")
        let bench = try PushBench(relay.path, central.plan())
        try bridge.add(1...3)
        try await expect(differences(bridge, central), is: "")
        relay.isHeld = true
        try bridge.add(4...6)
        expect(await eventually { relay.heldUp > 0 })
        relay.isHeld = false
        try await expect(differences(bridge, central), is: "")
        await bench.stop()
        relay.stop()
    }
}
