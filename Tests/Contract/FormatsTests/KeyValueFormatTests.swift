import EventSupport
import Expecting
import Notices
import Testing

@testable import Formats

struct KeyValueFormatTests {
    @Test(arguments: [
        (Events.ready, #"v=1 event=phone at=T phone="Anna's iPhone" state=ready"#),
        (
            Events.radioOff,
            #"v=1 event=radio at=T state=off words="is switched off: so it is""#
        ),
        (Events.notShared, "v=1 event=phone at=T phone=iPad state=not_shared"),
        (
            Events.ended,
            """
            v=1 event=ended at=T phone="Anna's iPhone" id=004hmasw9nf6y category=incoming_call \
            label=CALL app_id=com.apple.mobilephone app=Phone title="Davidson Ro" subtitle="" \
            message="Incoming Call" date=2026-03-02T10:04:00 received=T \
            flags=important,positive_action,negative_action uid=7 actions.positive=Answer \
            actions.negative=Decline call.state=ended call.ring_seconds=3
            """
        ),
        (
            Events.invalid,
            """
            v=1 event=added at=T phone="Anna's iPhone" id=004hmasw9nf6y category=social \
            label=SOCIAL app_id=com.apple.MobileSMS app=Messages title="Z\u{FFFD}o" subtitle="" \
            message=caf date=2026-03-02T10:04:00 received=T flags="" uid=42 bytes.title=5aff6f \
            bytes.subtitle=c3 bytes.message=636166c3
            """
        ),
        (
            Events.hostile,
            #"""
            v=1 event=added at=T phone="A\u001b]0;x\u0007" id=004hmasw9nf6y category=social \#
            label=SOCIAL app_id=com.apple.MobileSMS app="\u202eppA" \#
            title="\u001b[31mred\u009b0m\u0000" subtitle="one\r\ntwo\tthree" \#
            message="\u2066a\u2069\u2028b\u0085c\u007f" date=2026-03-02T10:04:00 received=T \#
            flags="" uid=42
            """#
        ),
        (
            Events.punctuated,
            #"""
            v=1 event=added at=T phone="Anna's iPhone" id=004hmasw9nf6y category=social \#
            label=SOCIAL app_id=com.apple.MobileSMS app=Messages title="Smith, \"Al\"" \#
            subtitle="" message="a=b, c:\\d \"e\"́" date=2026-03-02T10:04:00 received=T flags="" \#
            uid=42
            """#
        ),
        (
            Events.empty,
            """
            v=1 event=added at=T phone="" id=004hmasw9nf6y category=other label=OTHER app_id="" \
            title="" subtitle="" message="" received=T flags="" uid=0 incomplete=true
            """
        ),
        (
            Events.source,
            """
            v=1 event=source at=T phone="Anna's iPhone" event_id=removed category=active_call \
            label=ACTIVE category_count=3 flags=silent uid=9
            """
        ),
    ])
    func `an event is one line of keys and values`(_ event: BridgeEvent, _ line: String) {
        var format = OutputFormat.kv.make(showsSource: true)
        expect(format.text(of: event), is: line + "\n")
    }

    @Test func `raw values are left out unless asked for`() {
        var format = OutputFormat.kv.make()
        expect(format.text(of: Events.source), is: "")
    }

    @Test(arguments: OutputFormat.allCases)
    func `formats with fields tell where a notice of many histories came from`(
        _ choice: OutputFormat
    ) {
        var format = choice.make(showsOrigin: true)
        let origin = NoticeOrigin(site: "berlin", bridge: "the hall")
        let (with, without) = (
            format.lines(for: Events.ended, from: origin, columns: nil),
            format.lines(for: Events.ended, columns: nil)
        )
        let end = choice == .json ? 2 : 1
        let added = String(decoding: with.dropFirst(max(0, without.count - end)), as: UTF8.self)
        switch choice {
        case .kv: expect(added, is: " site=berlin bridge=\"the hall\"\n")
        case .json: expect(added, is: ",\"site\":\"berlin\",\"bridge\":\"the hall\"}\n")
        case .csv: #expect(String(decoding: with, as: UTF8.self).hasSuffix(",berlin,the hall\n"))
        case .board, .classic: expect(with, is: without)
        }
        expect(choice.hasFields, is: with != without)
    }
}
