import Expecting
import LinkSupport
import Linux
import Notices
import Outlets
import Radio
import Support
import Testing

@testable import Bridge

/// When the radio is to register everything again.
struct RenewalTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let why: String
        /// What happens, each after so many seconds.
        let steps: [(after: Int, what: String)]
        /// How often all was registered again after each.
        let renewals: [Int]
        var testDescription: String { why }
    }

    static let cases = [
        Case(
            why: "a phone that was ready and stays away, once",
            steps: [(0, "ready"), (10, "gone"), (59, ""), (2, ""), (7200, "")],
            renewals: [0, 0, 0, 1, 1]),
        Case(
            why: "a phone that returns within a minute",
            steps: [(0, "ready"), (10, "gone"), (50, "linked"), (30, "ready"), (600, "")],
            renewals: [0, 0, 0, 0, 0]),
        Case(
            why: "a phone that comes and goes without being ready is not missed again",
            steps: [(0, "ready"), (1, "gone"), (61, ""), (5, "linked"), (5, "gone"), (600, "")],
            renewals: [0, 0, 1, 1, 1, 1]),
        Case(
            why: "once for each loss",
            steps: [(0, "ready"), (1, "gone"), (61, ""), (5, "ready"), (5, "gone"), (61, "")],
            renewals: [0, 0, 1, 1, 1, 2]),
        Case(
            why: "a phone that was never ready",
            steps: [(0, "linked"), (5, "gone"), (600, "")], renewals: [0, 0, 0]),
        Case(
            why: "a phone that was forgotten",
            steps: [(0, "ready"), (5, "gone"), (5, "forgotten"), (600, "")],
            renewals: [0, 0, 0, 0]),
        Case(
            why: "a host that slept, at once, and a lost phone has its minute afterwards",
            steps: [(0, "ready"), (5, "gone"), (0, "slept"), (30, ""), (31, ""), (600, "")],
            renewals: [0, 0, 1, 1, 2, 2]),
        Case(
            why: "a host that slept without a phone",
            steps: [(0, "slept"), (600, "slept"), (600, "")], renewals: [1, 2, 2]),
        Case(
            why: "a bridge that has stopped",
            steps: [(0, "ready"), (5, "gone"), (5, "stopped"), (600, "slept")],
            renewals: [0, 0, 0, 0]),
    ]

    /// A radio whose phones do what a test says.
    @LoopActor
    private final class Hand: Radio {
        private(set) var handler: (@LoopActor (RadioEvent) -> Void)?
        private(set) var renewals = 0
        func start(
            for needs: [ServiceNeed], _ handler: @escaping @LoopActor (RadioEvent) -> Void
        ) { self.handler = handler }
        func stop() async {}
        func renew() { renewals += 1 }
    }

    @Test(arguments: cases)
    func `all is registered again after a sleep, and once for a phone that is missed`(
        example: Case
    ) async {
        await LoopThread.run {
            let (hand, pace) = (Hand(), Pace.led())
            let sleep = SleepingHost()
            let controller = RenewalController(hand, pace: pace, sleep: sleep.host)
            controller.start()
            let phone = PhoneName("Ann's phone", bond: "A")
            var renewals: [Int] = []
            for (time, what) in example.steps {
                pace.pass(.seconds(time))
                switch what {
                case "linked": controller.take(.connected, of: phone)
                case "ready": controller.take(.ready, of: phone)
                case "gone": controller.take(.disconnected, of: phone)
                case "forgotten": controller.forget("A")
                case "stopped": controller.stop()
                case "slept": sleep.pass(.seconds(8 * 3600))
                default: break
                }
                renewals.append(hand.renewals)
            }
            expect(renewals, is: example.renewals)
        }
    }

    @Test func `a bridge tells its radio, and no longer once it has stopped`() async {
        await LoopThread.run {
            let hand = Hand()
            let sleep = SleepingHost()
            let bridge = Bridge(radio: hand, outlets: [], pace: .led(), sleep: sleep.host)
            bridge.start {}
            sleep.pass(.seconds(3600))
            expect(hand.renewals, is: 1)
            bridge.stop()
            sleep.pass(.seconds(3600))
            expect(hand.renewals, is: 1)
        }
    }
}
