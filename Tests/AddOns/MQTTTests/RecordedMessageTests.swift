import BrokerSupport
import Control
import ControlSupport
import Expecting
import Linux
import Mosquitto
import Notices
import RecordedLines
import Support
import Testing

@testable import MQTT

/// What a broker is told of a day, message by message, against what was recorded of it.
struct RecordedMessageTests {
    private static let phone = "5a0c93e1"

    init() {
        LoopThread.start()
    }

    @Test @LoopActor func `a broker is told what was recorded, in its order`() async throws {
        let broker = try RealBroker()
        let watcher = Watcher(port: broker.port)
        expect(await eventually { watcher.isOpen })
        let bench = try ControllerBench(port: broker.port, ["detail = full"], connects: false)
        let bridge = bench.bridge
        // What a broker is told first depends on what is known of the bridge by then.
        expect(await eventually { !bridge.all(PhonesRequest.self).isEmpty })
        try bench.controller.connect()
        expect(await eventually { watcher.last(is: "can", with: #""clear":"offline""#) })
        // Of what holds, only the newest is told where it could not be told at once: one thing after the other.
        for (event, topic, words) in [
            (SampleNews.notice(1), "event", "Quince"),
            (SampleNews.call(2, .ringing, .ringing), "last", "Rhubarb"),
            (SampleNews.call(2, .answered, .answered), "can", #""answer":"offline""#),
            (SampleNews.call(2, .ended, .ended), "can", #""decline":"offline""#),
        ] {
            bridge.publish(event)
            expect(await eventually { watcher.last(is: topic, with: words) }, "\(topic) \(words)")
        }
        bridge.publish(.phone(.disconnected, SampleNews.phone, at: .now))
        expect(await eventually { watcher.last("\(Self.phone)/link") != "ready" })
        await bridge.stop()
        expect(await eventually { watcher.last("\(Self.phone)/availability") == "offline" })
        bench.stop()
        expect(await eventually { watcher.last("status") == "offline" })
        let lines = watcher.messages.map { message in
            "\(message.topic)\(message.isRetained ? " (kept)" : ""): "
                + String(decoding: message.payload, as: UTF8.self)
        }
        try expect(lines.map(withoutWhatVaries), areRecordedIn: "Recorded/messages")
    }
}

extension Watcher {
    /// Whether the last that was told is this.
    fileprivate func last(is topic: String, with words: String) -> Bool {
        messages.last.map {
            $0.topic.hasSuffix("/\(topic)")
                && String(decoding: $0.payload, as: UTF8.self).contains(words)
        } ?? false
    }
}
