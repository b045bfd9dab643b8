import ANCS
import EventSupport
import Expecting
import Linux
import Notices
import Testing

@testable import Outlets
@testable import Serial

/// Calls that the phone delivers in silence, on a wire.
struct SilentCallTests {
    private static func call(_ change: NoticeChange, _ state: Call.State) -> BridgeEvent {
        var notice = otherNotice(
            1, Category(.incomingCall), title: "Zoe", call: Call(state: state))
        notice.flags = .silent
        return .notice(change, notice, at: Events.at)
    }

    private static func said(
        _ name: SerialFormatName, _ style: SerialStyle, _ events: [BridgeEvent]
    ) -> String {
        var format = name.make(style)
        return String(
            decoding: events.flatMap { format.packets(for: $0).flatMap(\.bytes) }, as: UTF8.self)
    }

    @Test func `a modem does not ring, but says who it was`() {
        let events = [Self.call(.ringing, .ringing)]
        let quiet = Self.said(.modem, SerialStyle(), events)
        #expect(!quiet.contains("RING") && quiet.contains("NAME = Zoe"))
        let loud = Self.said(.modem, SerialStyle(isLoudInSilence: true), events)
        #expect(loud.contains("RING") && loud.contains("NAME = Zoe"))
    }

    @Test func `a terminal has a row, without a bell, for as long as it lasts`() {
        var terminal = VT100(columns: 80, isUTF8: false)
        var format = SerialFormatName.vt.make(SerialStyle())
        terminal.show(format.begin(at: Events.at).flatMap(\.bytes))
        terminal.show(format.packets(for: Self.call(.ringing, .ringing)).flatMap(\.bytes))
        expect(terminal.bells, is: 0)
        #expect(!terminal.lines.contains { $0.isBlinking || $0.size == .upperHalf })
        #expect(terminal.lines.contains { $0.string.contains("CALL   Zoe") })
        terminal.show(format.packets(for: Self.call(.ended, .ended)).flatMap(\.bytes))
        #expect(!terminal.lines.contains { $0.string.contains("Zoe") })
        let loud = Self.said(
            .vt, SerialStyle(isLoudInSilence: true), [Self.call(.ringing, .ringing)])
        #expect(loud.utf8.contains(0x07))
    }

    @Test func `lines are as loud as ever`() {
        let event = [Self.call(.ringing, .ringing)]
        for name in [SerialFormatName.line, .nmea, .json, .classic] {
            expect(
                Self.said(name, SerialStyle(), event),
                is: Self.said(name, SerialStyle(isLoudInSilence: true), event))
        }
    }
}
