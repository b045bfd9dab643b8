import ANCS
import Charsets
import Linux
import Notices
import Testing

@testable import Outlets

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
        #expect(terminal.trouble == nil)
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
        #expect(terminal.trouble == nil)
        #expect(terminal.lines[0].string.hasSuffix(" Anna's iPhone ready"))
        #expect(terminal.lines[2].string.hasPrefix("CALL Davidson Ro"))
        #expect(terminal.lines[23].string.contains("3 left out"))
    }
}
