import ANCS
import EventSupport
import Expecting
import Linux
import Notices
import Testing

@testable import Formats
@testable import Serial

/// What a terminal shows that takes what is said late, or not at all.
struct VTWireTests {
    private let later = Events.at.advanced(by: .seconds(600))

    private func clock(_ time: WallTime) -> String { String(time.local.clock.prefix(5)) }

    private func speech(_ style: SerialStyle = SerialStyle()) -> SerialSpeech {
        SerialSpeech(SerialFormatName.vt.make(style), SerialOptions(), lineEnd: [])
    }

    @Test(arguments: [true, false])
    func `the time is right whether a heartbeat was said or gave way`(_ isSaid: Bool) {
        var (speech, terminal) = (speech(), VT100())
        speech.begin(missed: 0, at: .zero, wall: Events.at)
        speech.say(Events.ordinary, since: .zero)
        terminal.show(speech.drain())
        #expect(terminal.lines[23].string.hasSuffix("as of \(clock(Events.at))"))
        let hasBeat = speech.sayHeartbeat(at: .zero, wall: later)
        #expect(hasBeat)
        if isSaid { terminal.show(speech.drain()) }
        guard case .notice(_, let notice, _) = Events.modified else { return }
        speech.say(.notice(.modified, notice, at: later), since: .zero)
        terminal.show(speech.drain())
        expect(terminal.trouble, is: nil)
        #expect(terminal.lines[23].string.hasSuffix("as of \(clock(later))"))
        #expect(terminal.lines[2].string.contains("See you at nine?"))
        // A clock that was set back is shown as it is, too.
        _ = speech.sayHeartbeat(at: .zero, wall: later)
        if isSaid { terminal.show(speech.drain()) }
        speech.say(Events.modified, since: .zero)
        terminal.show(speech.drain())
        #expect(terminal.lines[23].string.hasSuffix("as of \(clock(Events.at))"))
    }

    @Test func `what was lost while nobody listened hides nothing of what is there`() {
        var (speech, terminal) = (speech(), VT100())
        speech.begin(missed: 3, at: .zero, wall: Events.at)
        for event in [Events.ready, Events.ordinary, Events.ringing] {
            speech.say(event, since: .zero)
        }
        terminal.show(speech.drain())
        expect(terminal.trouble, is: nil)
        #expect(terminal.lines[0].string.hasSuffix(" Anna's iPhone ready"))
        #expect(terminal.lines[2].string.hasPrefix("CALL Davidson Ro"))
        #expect(terminal.lines[23].string.contains("3 dropped"))
    }

    @Test(arguments: [20, 41, 132])
    func `no screen has more than four bytes a column`(_ width: Int) {
        let style = SerialStyle(charset: .utf8, width: width)
        let limit = 24 * (width * 4 + 40)
        for word in Self.wide {
            let text = String(repeating: word, count: 150)
            var (format, terminal) = (VTFormat(style), VT100(columns: width, isUTF8: true))
            terminal.show(format.begin(at: Events.at).flatMap(\.bytes))
            let phone = BridgeEvent.phone(.ready, PhoneName(text), at: Events.at)
            for event in [phone] + screenful(of: text) {
                for packet in format.packets(for: event) {
                    #expect(packet.bytes.count <= width * 4 + 40)
                    terminal.show(packet.bytes)
                }
            }
            let screen = format.heartbeat(at: Events.at)
            #expect(screen.count <= limit && terminal.trouble == nil)
            var fresh = VT100(columns: width, isUTF8: true)
            fresh.show(screen)
            #expect(fresh.lines == terminal.lines && fresh.trouble == nil)
            // Nothing is lost but the end of lines.
            #expect(fresh.lines[2].string.hasPrefix("CALL"))
            let (who, what) = width <= 40 ? (7, 8) : (8, 8)
            #expect(fresh.lines[who].string.contains(Text(word).string.cleaned()))
            #expect(fresh.lines[what].string.contains(" SOCIAL"))
        }
    }

    /// More notices than there are lines, and three calls.
    private func screenful(of text: String) -> [BridgeEvent] {
        let notices = (1...24).map { (number: UInt64) in
            var notice = otherNotice(number, title: text)
            notice.message = Text(text)
            return BridgeEvent.notice(.added, notice, at: Events.at)
        }
        let calls = (31...33).map { (number: UInt64) in
            let call = Call(state: .ringing)
            let notice = otherNotice(number, Category(.incomingCall), title: text, call: call)
            return BridgeEvent.notice(.ringing, notice, at: Events.at)
        }
        return notices + calls
    }

    /// A letter and its marks, as many as are let through; letters of four bytes with them, emoji of
    /// several parts, and ordinary ones.
    private static let wide = [
        "e" + String(repeating: "\u{301}", count: 12),
        "\u{1D4D7}" + String(repeating: "\u{1E8D0}", count: 12),
        "\u{915}\u{93F}", "\u{1D4D7}", "\u{1F469}\u{1F3FB}\u{200D}\u{1F680}", "x",
    ]

    @Test func `a line of ordinary words is whole`() {
        let words = "Gr\u{FC}\u{DF}e aus \u{141}\u{F3}d\u{17A} \u{65E5}\u{672C}"
        let event = BridgeEvent.notice(.added, otherNotice(1, title: words), at: Events.at)
        var terminal = VT100(isUTF8: true)
        terminal.show(spoken(.vt, [event], SerialStyle(charset: .utf8)))
        #expect(terminal.lines[2].string.contains(words))
    }
}
