import ANCS
import EventSupport
import Expecting
import Formats
import Linux
import Notices
import Testing

@testable import Outlets
@testable import Serial

/// A call whose caller is learnt when it has ended already, and other calls that are no ring.
struct LateCallTests {
    private let late = Events.event(.modified, Events.call(.ended, title: "Zoe"))
    private let nameless = Events.event(.ringing, Events.call(.ringing, title: ""))
    private let over = Events.event(.ended, Events.call(.ended, title: ""))

    @Test(arguments: [NoticeChange.modified, .added])
    func `a caller learnt late is no call`(_ change: NoticeChange) {
        let late = Events.event(change, Events.call(.ended, title: "Zoe"))
        let said = { (name: SerialFormatName) in
            String(
                spokenText(name, [nameless, over, late]).dropFirst(
                    spokenText(name, [nameless, over]).count))
        }
        expect(said(.line), is: "RANG Zoe\r\n")
        #expect(said(.nmea).contains(",ended,CALL,Zoe*") && !said(.nmea).contains("CBTXT"))
        #expect(said(.hm10).isEmpty)
        #expect(!said(.modem).contains("RING"))
        var terminal = VT100()
        terminal.show(spoken(.vt, [nameless, over, late]))
        #expect(terminal.lines[1..<23].allSatisfy { $0.string.isEmpty })
    }

    @Test func `a caller learnt late takes away what is there still`() {
        let said = spokenText(.hm10, [Events.ringing, late])
        #expect(said.hasSuffix("OK+ANCS801010001OK+ANCS821000001"))
        var terminal = VT100()
        terminal.show(spoken(.vt, [Events.answered, late]))
        #expect(terminal.lines[1..<23].allSatisfy { $0.string.isEmpty })
    }

    @Test func `new words about a call that was taken are nothing to a module's reader`() {
        let taken = Events.call(.answered, title: "Zoe B", category: .activeCall)
        let before = [Events.ringing, Events.answered]
        expect(
            spokenText(.hm10, before + [Events.event(.modified, taken)]),
            is: spokenText(.hm10, before))
    }

    @Test func `new words about a missed call are about a missed call`() {
        let missed = Events.call(.missed, title: "Zoe B")
        let said = spokenText(.hm10, [Events.missed, Events.event(.modified, missed)])
        #expect(said.hasSuffix("OK+ANCS802010015OK+ANCS812010015"))
    }

    @Test(arguments: [
        (NoticeChange.added, Call.State.missed), (.modified, .missed), (.modified, .answered),
        (.modified, .ringing), (.modified, .ended), (.ringing, .ringing),
    ])
    func `no text of a call is said`(_ change: NoticeChange, _ state: Call.State) {
        let event = Events.event(change, Events.call(state))
        for name in [SerialFormatName.line, .nmea, .vt] {
            let said = spokenText(name, [event])
            #expect(!said.contains("Incoming") && !said.contains("CBTXT"), "\(name)")
        }
    }
}
