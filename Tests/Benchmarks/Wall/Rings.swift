import BenchSupport
import Control
import ControlSupport
import JSON
import Linux
import Notices

/// How much later a ring is on a page than at the bridge's own socket: each ring at both.
@LoopActor
enum Rings {
    private static let rings = 500

    static func measure() async throws {
        let stage = try await Stage()
        try await stage.open(1)
        var (atSocket, onPage): (Duration?, Duration?)
        let client = ControlClient(path: stage.bridge.path) { news in
            guard case .event(let event, _) = news, event.text("event") == "ringing" else { return }
            atSocket = EventLoop.now
        }
        client.ask(TailRequest()) { _ in }
        await Stage.pause(.milliseconds(500))
        var (near, far, more): ([Double], [Double], [Double]) = ([], [], [])
        let page = stage.pages[0]
        for number in 1...UInt64(rings) {
            (atSocket, onPage) = (nil, nil)
            page.wait(for: Array("\"state\":\"ringing\"".utf8)) { onPage = EventLoop.now }
            let begun = EventLoop.now
            stage.bridge.publish(SampleNews.call(number, .ringing, .ringing))
            try await Stage.wait("a ring") { atSocket != nil && onPage != nil }
            if let atSocket, let onPage {
                near.append((atSocket - begun) / .milliseconds(1))
                far.append((onPage - begun) / .milliseconds(1))
                more.append((onPage - atSocket) / .milliseconds(1))
            }
            stage.bridge.publish(SampleNews.call(number, .ended, .ended))
            // What is told soon after something else is gathered for a tenth of a second.
            await Stage.pause(.milliseconds(250))
        }
        client.stop()
        Report.line("A ring, from the bridge, \(rings) times; each at both:     half   99 of 100")
        row("at the control socket", near)
        row("on the page's stream", far)
        row("later on the stream than at the socket", more)
    }

    private static func row(_ name: String, _ values: [Double]) {
        let sample = Sample(values)
        let title = name + String(repeating: " ", count: max(0, 48 - name.count))
        Report.line(
            "  \(title)\(sample.median.column(7, 2)) ms\(sample.value(0.99).column(7, 2)) ms")
    }
}
