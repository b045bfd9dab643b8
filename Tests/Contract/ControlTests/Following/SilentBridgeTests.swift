import ControlSupport
import Expecting
import Linux
import Support
import Testing
import Waiting

@testable import Control

/// A bridge that hangs, or of which events are lost, with a real control socket.
struct SilentBridgeTests {
    init() {
        LoopThread.start()
    }

    @Test @LoopActor func `a bridge that hangs is not believed`() async throws {
        let bridge = try BridgeStandIn()
        bridge.answers = false
        var news: [String] = []
        var (link, failure): (BridgeFollower?, AskFailure?) = (nil, nil)
        link = BridgeFollower(
            path: bridge.path, check: .milliseconds(50), within: .milliseconds(50)
        ) { new in
            switch new {
            case .begun:
                news.append("begun")
                guard news.count == 1 else { break }
                link?.ask(StatusRequest(), within: nil) { result in
                    if case .failure(let reason) = result { failure = reason }
                }
            case .event, .caughtUp, .leftOut, .status, .bridges, .centralLost: break
            case .lost(let failure): news.append("\(failure)")
            }
        }
        expect(await eventually { news.count >= 3 })
        expect(failure, is: .failed(.noAnswer), "who asked is told")
        expect(news.prefix(3), is: ["begun", "the bridge does not answer", "begun"])
        link?.stop()
    }

    @Test @LoopActor func `what is lost of an answer is asked for once that is read to its end`()
        async throws
    {
        let bridge = try BridgeStandIn()
        bridge.endsBoards = false
        let link = BridgeFollower(
            path: bridge.path, check: .milliseconds(20), within: Patience.limit,
            renewal: .milliseconds(1)
        ) { _ in }
        /// Waits while the bridge is asked how it is so often, each time later than a renewal would come.
        func pass(_ looks: Int) async {
            let before = bridge.all(StatusRequest.self).count
            expect(await eventually { bridge.all(StatusRequest.self).count >= before + looks })
        }
        await pass(1)
        expect(bridge.tails, is: 1)
        bridge.publish(line: #"{"v":1,"event":"lost","count":3}"#)
        bridge.publish(line: #"{"v":1,"event":"lost","count":4}"#)
        await pass(5)
        expect(bridge.tails, is: 1, "it is still being told")
        bridge.endBoard()
        expect(await eventually { bridge.tails == 2 })
        await pass(5)
        bridge.endBoard()
        await pass(5)
        expect(bridge.tails, is: 2, "nothing was lost since")
        bridge.publish(line: #"{"v":1,"event":"lost","count":1}"#)
        expect(await eventually { bridge.tails == 3 }, "news that are lost are asked for at once")
        link.stop()
    }

    @Test func `a bridge that hangs is reported within 15 seconds`() {
        #expect(BridgeFollower.check * 2 < .seconds(15), "it is asked, and does not answer")
        #expect(ControlLimits.answer < .seconds(15), "a command asks once")
        #expect(ControlLimits.hello < .seconds(15), "and again after each pause")
    }
}
