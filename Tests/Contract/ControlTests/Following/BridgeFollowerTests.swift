import ANCS
import ControlSupport
import Expecting
import Linux
import Notices
import Support
import Testing

@testable import Control

/// What is news to a follower, with a real control socket that comes and goes.
struct BridgeFollowerTests {
    init() {
        LoopThread.start()
    }

    /// A follower that writes down what comes, in words.
    @LoopActor
    private final class Ear {
        private(set) var heard: [String] = []
        private var follower: BridgeFollower?

        init(_ bridge: BridgeStandIn) {
            follower = BridgeFollower(path: bridge.path) { [weak self] in self?.take($0) }
        }

        /// What has come up to this, once that has; it is forgotten.
        func until(_ last: String) async -> [String] {
            expect(await eventually { self.heard.contains(last) }, "\(last) comes")
            // A bridge that is away is missed again and again.
            guard let end = heard.firstIndex(of: last) else { return heard }
            defer { heard.removeSubrange(...end) }
            return Array(heard[...end])
        }

        func stop() { follower?.stop() }

        private func take(_ news: BridgeNews) {
            switch news {
            case .begun: heard.append("begun")
            case .caughtUp: heard.append("caught up")
            case .event(let event, let news):
                guard case .notice(_, let notice, _) = event else { return }
                let title = notice.title.string
                heard.append(news == nil ? "(\(title))" : title)
            case .leftOut(let count): heard.append("lost \(count)")
            case .status, .bridges, .centralLost: break
            case .lost(let failure): heard.append("\(failure)")
            }
        }
    }

    private static func added(_ number: UInt64, _ title: String) -> BridgeEvent {
        .notice(
            .added,
            Notice(
                id: NoticeID(rawValue: number), phone: "Mara", category: Category(.social),
                flags: [], uid: NotificationUID(rawValue: UInt32(number)), title: Text(title),
                received: WallTime(milliseconds: 1_772_000_000_000)),
            at: WallTime(milliseconds: 1_772_000_000_000))
    }

    @Test @LoopActor func `what held before is told and is no news, what happens is`() async throws
    {
        let bridge = try BridgeStandIn()
        bridge.held = [Self.added(1, "Quince")]
        let ear = Ear(bridge)
        expect(await ear.until("caught up"), is: ["begun", "(Quince)", "caught up"])
        bridge.publish(Self.added(2, "Rhubarb"))
        expect(await ear.until("Rhubarb"), is: ["Rhubarb"])
        ear.stop()
    }

    @Test @LoopActor func `what came while the bridge was away is news once, the rest is not`()
        async throws
    {
        let bridge = try BridgeStandIn()
        bridge.held = [Self.added(1, "Quince")]
        let ear = Ear(bridge)
        _ = await ear.until("caught up")
        await bridge.stop()
        expect(await ear.until("the bridge has stopped"), is: ["the bridge has stopped"])
        // A bridge that was started anew has other names for the notices.
        bridge.held = [Self.added(11, "Quince"), Self.added(12, "Tamarind")]
        try bridge.start()
        expect(
            await ear.until("caught up").suffix(4),
            is: ["begun", "(Quince)", "Tamarind", "caught up"])
        ear.stop()
    }

    @Test @LoopActor func `a bridge that vanishes without a word is followed again`() async throws {
        let bridge = try BridgeStandIn()
        let ear = Ear(bridge)
        _ = await ear.until("caught up")
        bridge.vanish()
        expect(await ear.until("the bridge is gone"), is: ["the bridge is gone"])
        try bridge.start()
        expect(await ear.until("caught up").suffix(2), is: ["begun", "caught up"])
        ear.stop()
    }

    @Test @LoopActor func `after a gap all that holds is asked for, and only what is new is news`()
        async throws
    {
        let bridge = try BridgeStandIn()
        bridge.held = [Self.added(1, "Quince")]
        let ear = Ear(bridge)
        _ = await ear.until("caught up")
        bridge.held = [Self.added(1, "Quince"), Self.added(2, "Rhubarb")]
        for _ in 1...3 { bridge.publish(line: #"{"v":1,"event":"lost","count":7}"#) }
        expect(
            await ear.until("caught up"),
            is: ["lost 7", "lost 7", "lost 7", "begun", "(Quince)", "Rhubarb", "caught up"])
        expect(bridge.tails, is: 2, "once for all of them")
        ear.stop()
    }
}
