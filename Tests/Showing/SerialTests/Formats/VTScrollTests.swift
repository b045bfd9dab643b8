import EventSupport
import Expecting
import Formats
import Linux
import Notices
import Testing

@testable import Serial

/// What is sent to a terminal that moves lines by itself.
struct VTScrollTests {
    @Test(arguments: [20, 41, 80], [1, 3, 7])
    func `lines that move make the same screen as lines that are sent anew`(
        _ width: Int, _ pauses: Int
    ) {
        for charset in [Charset.ascii, .utf8] {
            let style = SerialStyle(charset: charset, width: width)
            for seed in UInt64(1)...2 {
                let events = Events.all + Trouble.events(seed: seed, count: 60)
                let moved = VTWire.shown(events, style, pauses: pauses).terminal
                expect(moved.trouble, is: nil)
                expect(moved.lines, is: VTWire.repainted(events, style).terminal.lines, "\(seed)")
            }
        }
    }

    @Test func `a demonstration takes as few bytes as the page says`() {
        let demo = DemoDay.events.map(\.event)
        let (anew, moved) = (
            VTWire.repainted(demo, SerialStyle()).bytes, VTWire.shown(demo, SerialStyle()).bytes
        )
        #expect(moved * 3 < anew)
        let one = Self.noticeOnFullScreen().first
        func grouped(_ number: Int) -> String {
            number < 1000 ? "\(number)" : "\(number / 1000),\(String("\(number)".suffix(3)))"
        }
        let words = [
            "\(demo.count) events of the demonstration take \(grouped(moved)) bytes",
            "would take \(grouped(anew))",
            "new notification on a full screen takes \(grouped(one))",
        ]
        let flat = SerialDocumentTests.document.replacing("\n", with: " ")
        for words in words { #expect(flat.contains(words), "\(words)") }
    }

    @Test func `a notice costs its own line, not the screen`() {
        let bytes = Self.noticeOnFullScreen()
        #expect(bytes.first < 200)
        #expect(bytes.eightMore < 1_000)
    }

    /// The bytes of a notice that moves all others of a full screen, and those of eight more for which
    /// the wire has no time in between.
    private static func noticeOnFullScreen() -> (first: Int, eightMore: Int) {
        func added(_ number: UInt64) -> BridgeEvent {
            .notice(.added, otherNotice(number, title: "Number \(number)"), at: Events.at)
        }
        var speech = SerialSpeech(
            SerialFormatName.vt.make(SerialStyle()), SerialOptions(), lineEnd: [])
        speech.begin(missed: 0, at: .zero, wall: Events.at)
        for number in 1...40 as ClosedRange<UInt64> { speech.say(added(number), since: .zero) }
        _ = speech.drain()
        speech.say(added(41), since: .zero)
        let first = speech.drain().count
        for number in 50...57 as ClosedRange<UInt64> { speech.say(added(number), since: .zero) }
        return (first, speech.drain().count)
    }

    @Test func `a call waits for two lines at most`() {
        let style = SerialStyle()
        var speech = SerialSpeech(SerialFormatName.vt.make(style), SerialOptions(), lineEnd: [])
        speech.begin(missed: 0, at: .zero, wall: Events.at)
        _ = speech.drain()
        for number in 1...40 as ClosedRange<UInt64> {
            let notice = otherNotice(number, title: String(repeating: "x", count: 90))
            speech.say(.notice(.added, notice, at: Events.at), since: .zero)
            guard case .bytes(let bytes) = speech.next(at: .zero, wall: Events.at) else { continue }
            // The wire has taken a byte of it when somebody calls.
            #expect(bytes.count <= 2 * (80 + 40))
            _ = speech.wrote(1, at: .zero)
            _ = speech.wrote(bytes.count - 1, at: .zero)
        }
    }
}
