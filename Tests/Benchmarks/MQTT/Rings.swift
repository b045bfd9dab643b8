import BenchSupport
import Control
import ControlSupport
import JSON
import Linux
import Mosquitto
import Notices

/// How much later a ring is heard at the broker than at the bridge's own socket: each ring at both.
@LoopActor
enum Rings {
    private static let rings = 500

    static func measure() async throws {
        let stage = try await Stage(phones: 1)
        var (atSocket, atBroker, lit): (Duration?, Duration?, Duration?)
        let client = ControlClient(path: stage.bridge.path) { news in
            guard case .event(let event, _) = news, event.text("event") == "ringing" else { return }
            atSocket = EventLoop.now
        }
        client.ask(TailRequest()) { _ in }
        stage.hear { message in
            if message.topic.hasSuffix("/call"), atBroker == nil { atBroker = EventLoop.now }
            if message.topic.hasSuffix("/ringing"), message.payload == Array("ON".utf8) {
                lit = EventLoop.now
            }
        }
        await Stage.pause(.milliseconds(500))
        var (near, far, light, more): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
        for number in 1...UInt64(rings) {
            (atSocket, atBroker, lit) = (nil, nil, nil)
            let start = EventLoop.now
            let phone = stage.phones[0]
            stage.bridge.publish(SampleNews.call(number, .ringing, .ringing, on: phone))
            try await Stage.wait("a ring") { atSocket != nil && atBroker != nil && lit != nil }
            if let atSocket, let atBroker, let lit {
                near.append((atSocket - start) / .milliseconds(1))
                far.append((atBroker - start) / .milliseconds(1))
                light.append((lit - start) / .milliseconds(1))
                more.append((atBroker - atSocket) / .milliseconds(1))
            }
            stage.bridge.publish(SampleNews.call(number, .ended, .ended, on: phone))
            await Stage.pause(.milliseconds(30))
        }
        client.stop()
        Report.line(
            "A ring, from the bridge, \(rings) times; each is heard at both:      half   99 of 100")
        row("at the control socket", near)
        row("at the broker, call", far)
        row("at the broker, ringing = ON", light)
        row("later at the broker (call) than at the socket", more)
        let ratio = Sample(far).median / Sample(near).median
        Report.line("  times as long: \(ratio.text(1))")
    }

    private static func row(_ name: String, _ values: [Double]) {
        let sample = Sample(values)
        let title = name + String(repeating: " ", count: max(0, 58 - name.count))
        Report.line(
            "  \(title)\(sample.median.column(7, 2)) ms\(sample.value(0.99).column(7, 2)) ms")
    }
}
