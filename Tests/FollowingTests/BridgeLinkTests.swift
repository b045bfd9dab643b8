import Contract
import Control
import ControlSupport
import Expecting
import Linux
import Support
import Testing

@testable import Following

/// The way to a bridge, with a real control socket.
struct BridgeLinkTests {
    init() {
        LoopThread.start()
    }

    @Test @LoopActor func `a bridge that hangs is not believed`() async throws {
        let bridge = try BridgeStandIn()
        bridge.answers = false
        var news: [String] = []
        var (link, failure): (BridgeLink?, AskFailure?) = (nil, nil)
        link = BridgeLink(
            path: bridge.path, check: .milliseconds(50), within: .milliseconds(50)
        ) { new in
            switch new {
            case .begun:
                news.append("begun")
                guard news.count == 1 else { break }
                link?.ask(StatusRequest(), within: nil) { result in
                    if case .failure(let reason) = result { failure = reason }
                }
            case .event, .caughtUp, .leftOut, .status: break
            case .lost(let failure): news.append("\(failure)")
            }
        }
        expect(await eventually { news.count >= 3 })
        expect(failure, is: .failed(.noAnswer), "who asked is told")
        expect(news.prefix(3), is: ["begun", "the bridge does not answer", "begun"])
        link?.stop()
    }

    @Test func `a bridge that hangs is reported within 15 seconds`() {
        #expect(BridgeLink.check * 2 < .seconds(15), "it is asked, and does not answer")
        #expect(ControlLimits.answer < .seconds(15), "a command asks once")
        #expect(ControlLimits.hello < .seconds(15), "and again after each pause")
    }
}
