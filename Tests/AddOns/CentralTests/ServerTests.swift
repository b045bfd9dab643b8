import BridgeServiceSupport
import Control
import Expecting
import Foundation
import Linux
import Notices
import PostgreSQL
import ServerSupport
import ServingSupport
import Support
import Testing

@testable import Central
@testable import History

/// Servers that go, come, are set back, or do not want this bridge.
struct ServerTests {
    init() {
        LoopThread.start()
    }

    @Test @LoopActor func `a server that is killed and comes back gets all`() async throws {
        let (central, bridge) = (try await TestCentral(isAlone: true), try ServedBridge())
        let bench = try PushBench(bridge.socket, central.plan())
        for round in 1...3 {
            try bridge.add(round * 100...round * 100 + 50)
            if round > 1 { await pause(.milliseconds(round * 10)) }
            central.server.kill()
            try bridge.add(round * 100 + 51...round * 100 + 60)
            expect(
                await eventually { bridge.report?.works == false },
                "round \(round): nobody was told")
            try central.server.start()
            try await expect(differences(bridge, central), is: "", "round \(round)")
        }
        await bench.stop()
    }

    @Test @LoopActor func `a server that loses the connection is told of while nothing happens`()
        async throws
    {
        let (central, bridge) = (try await TestCentral(isAlone: true), try ServedBridge())
        try bridge.add(1...3)
        let bench = try PushBench(bridge.socket, central.plan())
        expect(await eventually { bridge.report?.words.hasSuffix("up to date") ?? false })
        central.server.kill()
        expect(await eventually { bridge.report?.works == false }, "it was told \(bridge.told)")
        try central.server.start()
        expect(await eventually { bridge.report?.works == true }, "it was told \(bridge.told)")
        await bench.stop()
    }

    /// What is wrong, and what is told of it.
    private static let troubles: [(what: String, words: String)] = [
        ("password", "the password of the user guest is wrong"),
        ("site", "the user berlin has no access to the site paris"),
        ("database", "there is no database nowhere"),
    ]

    @Test(arguments: troubles.indices)
    @LoopActor func `who is not wanted says why, and hands nothing in`(_ index: Int) async throws {
        let (what, words) = Self.troubles[index]
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        try bridge.add(1...3)
        var plan = central.plan()
        switch what {
        case "password":
            plan.places = [.host("127.0.0.1", port: central.server.port)]
            (plan.user, plan.password) = ("guest", "wrong")
        case "database": plan.database = "nowhere"
        default: break
        }
        let bench = try PushBench(
            bridge.socket, plan, site: what == "site" ? "paris" : "berlin")
        expect(
            await eventually { bridge.report?.words.contains(words) ?? false },
            "it was told \(bridge.told)")
        expect(bridge.report?.works, is: false)
        try await expect(central.number("SELECT count(*) FROM callboard.notice"), is: 0)
        await bench.stop()
    }

    @Test @LoopActor func `of two with one history the second says so, and follows the first`()
        async throws
    {
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        try bridge.add(1...3)
        let first = try PushBench(bridge.socket, central.plan())
        try await expect(differences(bridge, central), is: "")
        let second = try PushBench(bridge.socket, central.plan())
        expect(
            await eventually {
                bridge.told.contains { $0.contains("another program uploads this history") }
            }, "it was told \(bridge.told)")
        await first.stop()
        try bridge.add(4...9)
        try await expect(differences(bridge, central), is: "")
        await second.stop()
    }

    @Test @LoopActor func `a copied history is refused as one, at once and later`() async throws {
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        try bridge.add(1...3)
        let bench = try PushBench(bridge.socket, central.plan())
        try await expect(differences(bridge, central), is: "")
        let copy = try ServedBridge(copyOf: bridge)
        try copy.add(50...51)
        let other = try PushBench(copy.socket, central.plan(), name: "copy")
        expect(
            await eventually {
                copy.report?.words.contains("was its disk or card copied?") ?? false
            },
            "it was told \(copy.told)")
        await other.stop()
        await bench.stop()
        let later = try PushBench(bridge.socket, central.plan())
        try bridge.add(4...4)
        try await expect(differences(bridge, central), is: "")
        await later.stop()
        let again = try PushBench(copy.socket, central.plan(), name: "copy")
        expect(
            await eventually {
                copy.report?.words.contains("this is a copy of a history") ?? false
            }, "it was told \(copy.told)")
        #expect(copy.report?.words.contains("sudo callboard history separate") ?? false)
        try await expect(differences(bridge, central), is: "")
        await again.stop()
    }

    @Test @LoopActor func `a copied history that was separated goes beside the other one`()
        async throws
    {
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        try bridge.add(1...3)
        let bench = try PushBench(bridge.socket, central.plan())
        try await expect(differences(bridge, central), is: "")
        let copy = try ServedBridge(copyOf: bridge)
        try copy.add(50...51)
        let other = try PushBench(copy.socket, central.plan(), name: "copy")
        expect(
            await eventually {
                copy.report?.words.contains("sudo callboard history separate") ?? false
            }, "it was told \(copy.told)")
        let words = ["history", "separate", "--yes", "--history", copy.folder]
        #expect(throws: CocoaError.self, "the bridge has it") {
            try TestProgram.run([CentralCommand.path(of: "callboard")] + words)
        }
        copy.stop()
        try TestProgram.run([CentralCommand.path(of: "callboard")] + words)
        try await copy.restart()
        let of = "FROM callboard.notices WHERE bridge = 'copy'"
        expect(
            try await answersEventually({
                try await central.number("SELECT count(*) \(of)") == 5
            }), "\(copy.told)")
        try bridge.add(4...9)
        try copy.add(52...60)
        expect(
            try await answersEventually({
                try await central.number("SELECT count(*) FROM callboard.notice") == 23
            }), "\(bridge.told) \(copy.told)")
        try await expect(central.number("SELECT count(*) \(of)"), is: 14)
        try await expect(
            central.number("SELECT count(*) FROM callboard.notices WHERE bridge = 'hall'"), is: 9)
        expect(await eventually { copy.report?.words.hasSuffix("up to date") ?? false })
        #expect(bridge.report?.works ?? false)
        await other.stop()
        await bench.stop()
    }

    @Test @LoopActor func `a centre that was set back is filled again`() async throws {
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        try bridge.add(1...40)
        let bench = try PushBench(bridge.socket, central.plan())
        try await expect(differences(bridge, central), is: "")
        await bench.stop()
        try await central.run("CREATE TABLE callboard.saved AS TABLE callboard.history")
        for first in [100, 200] {
            let bench = try PushBench(bridge.socket, central.plan())
            try bridge.add(first...first + 40)
            try await expect(differences(bridge, central), is: "")
            await bench.stop()
        }
        // As a backup of that time has it.
        try await central.run("DELETE FROM callboard.notice WHERE title ~ '^n(1|2)..$'")
        try await central.run(
            "UPDATE callboard.history h SET last_turn = s.last_turn, meeting = s.meeting,"
                + " token = s.token FROM callboard.saved s WHERE s.number = h.number")
        let again = try PushBench(bridge.socket, central.plan())
        try await expect(differences(bridge, central), is: "")
        await again.stop()
    }
}
