import BridgeServiceSupport
import Control
import Expecting
import Linux
import Notices
import PostgreSQL
import Support
import Testing

@testable import History

/// What a bridge has is at the centre in the end, each notice once.
struct HandingOverTests {
    init() {
        LoopThread.start()
    }

    @Test @LoopActor func `what was there before is handed over, whatever its number`() async throws
    {
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        for first in stride(from: 1, to: 1_200, by: 400) { try bridge.add(first...first + 399) }
        let bench = try PushBench(bridge.socket, central.plan())
        try await expect(differences(bridge, central), is: "")
        try await expect(central.number("SELECT count(*) FROM callboard.notice"), is: 1_200)
        expect(
            await eventually { bridge.report?.words.hasSuffix("up to date") ?? false },
            "it was told \(bridge.told)")
        expect(bridge.received, is: [nil, 1, 2, 3], "one batch after the other, each once")
        await bench.stop()
    }

    @Test @LoopActor func `what happens is there in the end, whatever it is`() async throws {
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        try bridge.add(1...60)
        let bench = try PushBench(bridge.socket, central.plan())
        try await expect(differences(bridge, central), is: "")
        let steps: [(what: String, body: @LoopActor () throws -> Void)] = [
            ("a notice comes", { try bridge.add(61...61) }),
            (
                "a notice changes",
                {
                    try bridge.write([
                        SampleNotices.event(.modified, SampleNotices.notice(5, "other words"))
                    ])
                }
            ),
            (
                "a notice is removed",
                {
                    var notice = SampleNotices.notice(6)
                    notice.removal = .phone
                    try bridge.write([SampleNotices.event(.removed, notice)])
                }
            ),
            ("notices of an app are forgotten", { try bridge.forget(.app("com.example.3")) }),
            (
                "the phone gets another name",
                { try bridge.write([SampleNotices.renamed("Ann's iPhone", "Bea's iPhone")]) }
            ),
            (
                "something comes by the new name",
                {
                    let notice = SampleNotices.notice(70, phone: "Bea's iPhone")
                    try bridge.write([SampleNotices.event(.added, notice)])
                }
            ),
            ("all is forgotten", { try bridge.forget(.all) }),
            ("something comes after that", { try bridge.add(80...81) }),
        ]
        for (what, body) in steps {
            try body()
            let words = try await differences(bridge, central)
            expect(words, is: "", "\(what)")
        }
        await bench.stop()
    }

    @Test @LoopActor func `wrong clocks take nothing away`() async throws {
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        let bench = try PushBench(bridge.socket, central.plan())
        let moments: [(Int64, why: String)] = [
            (1_790_000_000_000, "a usual one"), (5_000, "a battery that is empty"),
            (4_102_444_800_000, "in the year 2100"), (1_790_000_000_500, "back again"),
            (0, "the first of all"), (8_796_093_022_207, "the last that a number has room for"),
            (1_780_000_000_000, "some months before"),
        ]
        for (index, (moment, why)) in moments.enumerated() {
            let notice = SampleNotices.notice(index + 1, at: WallTime(milliseconds: moment))
            try bridge.write([SampleNotices.event(.added, notice)])
            let words = try await differences(bridge, central)
            expect(words, is: "", "\(why)")
        }
        await bench.stop()
    }

    @Test @LoopActor func `a history with nothing in it is known all the same`() async throws {
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        let bench = try PushBench(bridge.socket, central.plan())
        expect(
            await eventually { bridge.report?.words.hasSuffix("up to date") ?? false },
            "it was told \(bridge.told)")
        expect(bridge.report?.works, is: true)
        try bridge.add(1...3)
        try await expect(differences(bridge, central), is: "")
        expect(await eventually { bridge.report?.waiting == 0 }, "what is there does not wait")
        try await expect(
            central.number("SELECT count(*) FROM callboard.history WHERE site = 'berlin'"), is: 1)
        await bench.stop()
    }
}
