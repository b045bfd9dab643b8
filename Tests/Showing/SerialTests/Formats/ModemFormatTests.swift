import ANCS
import EventSupport
import Expecting
import Formats
import Linux
import Notices
import Testing

@testable import Outlets
@testable import Serial

struct ModemFormatTests {
    private let date = "\(digits(Events.at.local.month))\(digits(Events.at.local.day))"
    private let time = "\(digits(Events.at.local.hour))\(digits(Events.at.local.minute))"

    private static func digits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    private func caller(_ number: String, _ name: String) -> String {
        fields([
            "gap": "\r\n", "date": "DATE = \(date)\r\n", "time": "TIME = \(time)\r\n",
            "number": "NMBR = \(number)\r\n", "name": "NAME = \(name)\r\n",
        ])
    }

    private func ring(
        _ change: NoticeChange, _ title: String, id: UInt64 = 1, isIncomplete: Bool = true,
        hidden: Notice.Hidden = .nothing, at time: WallTime = Events.at
    ) -> BridgeEvent {
        let states: [NoticeChange: Call.State] = [
            .ended: .ended, .missed: .missed, .answered: .answered,
        ]
        let call = Call(state: states[change] ?? .ringing)
        var notice = otherNotice(id, Category(.incomingCall), title: title, call: call)
        notice.isIncomplete = isIncomplete
        notice.hidden = hidden
        return .notice(change, notice, at: time)
    }

    @Test(arguments: [
        ("Zoe Müller", "O", "Zoe Muller", "a name"),
        ("+49 (30) 123-456", "4930123456", "O", "a number"),
        ("\u{202A}+1 555 0100\u{202C}", "15550100", "O", "as phones write one"),
        ("\u{660}\u{661}\u{665} \u{665}\u{665}\u{660}", "015550", "O", "Arabic digits"),
        ("\u{FF0B}\u{FF14}\u{FF19} 30", "4930", "O", "digits as wide as letters of Chinese"),
        ("+49\u{A0}30\u{2011}12", "493012", "O", "signs that do not break"),
        ("12", "O", "12", "too short for a number"),
        ("Ana 555 0100", "O", "Ana 555 0100", "a name with digits"),
        ("A\r\nNMBR = 1", "O", "A NMBR = 1", "a forged line"),
        ("Maximiliane Featherstone", "O", "Maximiliane Fe~", "as long as lines carry"),
    ])
    func `a ring tells who calls`(
        _ title: String, _ number: String, _ name: String, _ why: String
    ) {
        let said = spokenText(.modem, [ring(.ringing, title)])
        expect(said, is: "\r\nRING\r\n" + caller(number, name), "\(why)")
    }

    @Test func `a name that comes late is told without another ring`() {
        let said = spokenText(
            .modem, [ring(.ringing, ""), ring(.modified, "Zoe"), ring(.modified, "Zoe B")])
        expect(said, is: "\r\nRING\r\n" + caller("O", "Zoe"))
    }

    @Test(arguments: [
        NoticeChange.ended, .missed, .answered, .removed, .forgotten,
    ])
    func `a call that is over without a name is told without one`(_ change: NoticeChange) {
        let later = Events.at.advanced(by: .seconds(86_400))
        let said = spokenText(
            .modem,
            [
                ring(.ringing, ""), ring(.modified, ""), ring(change, "", at: later),
                ring(.ended, "Zoe"), ring(.ended, ""),
            ])
        expect(said, is: "\r\nRING\r\n" + caller("O", "O"))
    }

    @Test(arguments: [(false, Notice.Hidden.nothing), (true, .all), (true, .text)])
    func `a caller who never gets a name is told at once`(
        _ isIncomplete: Bool, _ hidden: Notice.Hidden
    ) {
        let event = ring(.ringing, "", isIncomplete: isIncomplete, hidden: hidden)
        expect(spokenText(.modem, [event]), is: "\r\nRING\r\n" + caller("O", "O"))
        let next = spokenText(.modem, [event, ring(.ended, "")])
        expect(next, is: "\r\nRING\r\n" + caller("O", "O"))
    }

    @Test func `a name that the end of the call brings is told`() {
        let said = spokenText(.modem, [ring(.ringing, ""), ring(.missed, "Zoe")])
        expect(said, is: "\r\nRING\r\n" + caller("O", "Zoe"))
    }

    /// What a wire carries that was busy while this happened.
    private func saidLate(_ events: [BridgeEvent]) -> String {
        String(decoding: lateWire(.modem, events), as: UTF8.self)
    }

    @Test func `on an idle wire the caller follows the ring, and nothing comes between`() {
        let packets = { (format: inout any SerialFormat, event: BridgeEvent) in
            format.packets(for: event).map(\.urgency)
        }
        var format = SerialFormatName.modem.make(SerialStyle())
        expect(packets(&format, ring(.ringing, "Zoe")), is: [.ringing, .call])
        expect(saidLate([ring(.ringing, "Zoe")]), is: "\r\nRING\r\n" + caller("O", "Zoe"))
        expect(packets(&format, ring(.ringing, "", id: 2)), is: [.ringing])
        expect(packets(&format, ring(.modified, "Ana", id: 2)), is: [.call])
    }

    @Test(arguments: [NoticeChange.ended, .missed, .answered])
    func `who called is told though the ring is over before it is said`(_ end: NoticeChange) {
        expect(saidLate([ring(.ringing, "Zoe"), ring(end, "Zoe")]), is: caller("O", "Zoe"))
        let late = [ring(.ringing, ""), ring(.modified, "Zoe"), ring(end, "Zoe")]
        expect(saidLate(late), is: caller("O", "Zoe"))
        expect(saidLate([ring(.ringing, ""), ring(end, "")]), is: caller("O", "O"))
    }

    @Test func `what is no ring says nothing`() {
        let events = [
            Events.ordinary, Events.mail, Events.missed, Events.answered, Events.ended,
            Events.removed, Events.ready, Events.source,
        ]
        #expect(spoken(.modem, events).isEmpty)
    }

    @Test func `programs that ask for a modem find one`() {
        var format = SerialFormatName.modem.make(SerialStyle())
        let reply = format.hearSplit("ATZ\rAT+VCID=1\r\nat\r\nHELLO\r")
        expect(reply.packets.map(\.bytes), is: Array(repeating: Array("\r\nOK\r\n".utf8), count: 3))
        #expect(reply.ignored == 1 && reply.acts.isEmpty)
    }
}
