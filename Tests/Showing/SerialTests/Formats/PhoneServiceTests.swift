import ANCS
import EventSupport
import Expecting
import Formats
import Linux
import Notices
import Testing

@testable import Serial

/// Battery and media of a phone in each format of a serial port.
struct PhoneServiceTests {
    private static let phone = PhoneName("Mara's iPhone")
    private static let ready = BridgeEvent.phone(.ready, phone, at: Events.start)

    private static func battery(_ level: Int) -> BridgeEvent {
        .battery(level, phone, at: Events.start)
    }

    @Test func `a battery and a track are lines, which begin with a word of their own`() {
        let events = [
            Self.battery(83), Self.battery(82), Self.battery(70), Events.played("One", by: "Zoë"),
            Events.played("One", by: "Zoë", .paused), Events.played("One", by: "Zoë"),
            Events.played("", by: "Zoë"), Events.played("\u{1B}[2J\r\nCALL Zoe\u{202E}"),
            Events.played("山田太郎"), Events.played("", player: ""), Events.silence,
        ]
        expect(
            spokenText(.line, events, SerialStyle(lineEnd: .lf)),
            is: """
                PHONE Mara's iPhone: battery 83 %
                PHONE Mara's iPhone: battery 70 %
                PLAYS One: Zoe
                PLAYS Zoe
                PLAYS [2J CALL Zoe
                PLAYS ?

                """)
        expect(
            spokenText(
                .line, [Events.played("Lampenlicht über dem Fluß", by: "Chor am Hafen")],
                SerialStyle(charset: .utf8, width: 20, lineEnd: .lf)),
            is: """
                PLAYS               \("")
                 Lampenlicht über   \("")
                 dem Fluß           \("")
                 Chor am Hafen      \("")

                """, "lines of a small sign")
    }

    @Test func `a queued track is replaced by the next one of that phone`() {
        var format = SerialFormatName.line.make(SerialStyle())
        let slots = [
            Events.played("One"), Events.played("Two"), Events.played("One", on: "Bob"),
            Self.battery(50),
        ].map { format.packets(for: $0).first?.slot }
        expect(slots.compactMap(\.self).count, is: 4)
        expect(slots[0], is: slots[1])
        expect(Set(slots).count, is: 3, "another phone and a battery do not replace it")
        #expect(slots.allSatisfy { $0?.stays == false }, "an old one expires")
    }

    @Test func `a template gets neither`() throws {
        let templates = Templates(notice: try Template("{title}"))
        let style = SerialStyle(templates: templates)
        expect(spokenText(.line, [Self.battery(83), Events.played("One")], style), is: "")
    }

    @Test(arguments: [SerialFormatName.classic, .nmea, .hm10, .modem])
    func `formats of other devices stay as they are`(_ name: SerialFormatName) {
        expect(spoken(name, [Self.battery(83), Events.played("One")]), is: [])
    }

    @Test func `programs get every change`() {
        let said = spokenText(
            .json, [Self.battery(83), Self.battery(82), Events.played("Zoë", .paused)])
        expect(said.split(separator: "\r\n").count, is: 3)
        #expect(said.contains(#""event":"battery""#) && said.contains(#""battery":82"#))
        #expect(said.contains(#""state":"paused""#) && said.contains(#"Zo\u00eb"#))
    }

    private func screen(
        _ events: [BridgeEvent], _ style: SerialStyle = SerialStyle()
    ) -> VT100 {
        var terminal = VT100(columns: style.width ?? 80, isUTF8: style.charset == .utf8)
        var format = SerialFormatName.vt.make(style)
        terminal.show(format.begin(at: Events.at).flatMap(\.bytes))
        for event in events { terminal.show(format.packets(for: event).flatMap(\.bytes)) }
        return terminal
    }

    @Test func `a screen has the battery beside the phone that changed last`() {
        let bob = PhoneName("Bob")
        for (events, expected, why) in [
            ([Self.ready, Self.battery(83)], "Mara's iPhone ready 83 %", "a level"),
            ([Self.battery(83), Self.ready], "Mara's iPhone ready", "no phone, no level"),
            (
                [Self.ready, Self.battery(83), .phone(.ready, bob, at: Events.start)], "Bob ready",
                "of this phone it is unknown"
            ),
            (
                [
                    .phone(.ready, bob, at: Events.start), Self.ready, Self.battery(7),
                    .battery(50, bob, at: Events.start),
                ], "Mara's iPhone ready 7 %", "the level of another phone"
            ),
            (
                [
                    Self.ready, Self.battery(83),
                    .phone(.unresponsive, Self.phone, at: Events.start),
                ],
                "Mara's iPhone unresponsive", "a level that may be stale"
            ),
            (
                [
                    Self.ready, Self.battery(83),
                    .phone(.disconnected, Self.phone, at: Events.start), Self.ready,
                ], "Mara's iPhone ready", "a new connection"
            ),
            (
                [
                    Self.ready, Self.battery(83),
                    .renamed(PhoneName("M"), was: Self.phone.name, at: Events.start),
                ], "M ready 83 %", "another name"
            ),
        ] as [([BridgeEvent], String, String)] {
            let line = screen(events).lines[0].string
            #expect(line.hasSuffix(" " + expected), "\(why): \(line)")
        }
    }

    @Test func `a screen has what plays above its last line`() {
        for (event, style, expected, why) in [
            (
                Events.played("One", by: "Zoë"), SerialStyle(),
                "      PLAYS  One - Zoe", "in the columns of notifications"
            ),
            (
                Events.played("Lampenlicht über dem Fluß", by: "Chor"),
                SerialStyle(charset: .utf8, width: 20), "PLAYS Lampenlicht ü…", "cut"
            ),
            (
                Events.played(String(repeating: "山", count: 40)),
                SerialStyle(charset: .utf8, width: 41),
                "      PLAYS  " + String(repeating: "山", count: 13) + "…", "wide characters"
            ),
            (
                Events.played("\u{1B}[2J\u{7}\u{9B}1m\u{202E}One", by: ""),
                SerialStyle(charset: .utf8), "      PLAYS  [2J1mOne", "sequences"
            ),
            (Events.played("One", .paused), SerialStyle(), "", "a pause"),
            (Events.played("", player: ""), SerialStyle(), "", "nothing to read"),
        ] as [(BridgeEvent, SerialStyle, String, String)] {
            let shown = screen([Self.ready, event], style)
            expect(shown.trouble, is: nil, "\(why)")
            #expect(shown.bells == 0)
            expect(shown.lines[22].string.filter { $0 != "\0" }, is: expected, "\(why)")
            for end in [
                BridgeEvent.media(nil, Self.phone, at: Events.start),
                .phone(.disconnected, Self.phone, at: Events.start),
            ] {
                let after = screen([Self.ready, event, end], style)
                expect(after.lines[22].string, is: "", "the player is gone")
            }
        }
    }

    @Test func `what plays takes the room of one notification and moves none`() {
        let notices = (1...40).map {
            BridgeEvent.notice(.added, otherNotice($0, title: "Number \($0)"), at: Events.at)
        }
        let shown = screen(
            [Self.ready, Events.played("One")] + notices + [Events.ringing, Events.ended])
        #expect(shown.lines[2].string.contains("Number 40"), "\(shown.lines[2].string)")
        #expect(shown.lines[21].string.contains("Number 21"), "\(shown.lines[21].string)")
        expect(shown.lines[22].string, is: "      PLAYS  One")
        let small = screen(
            [Self.ready, Events.played("One")] + notices + [Events.ringing],
            SerialStyle(width: 20))
        expect(small.lines[22].string, is: "PLAYS One")
        expect(small.trouble, is: nil)
    }

    @Test func `what does not change the screen is not sent`() {
        var format = SerialFormatName.vt.make(SerialStyle())
        _ = format.begin(at: Events.at)
        _ = [Self.ready, Self.battery(83), Events.played("One")].map { format.packets(for: $0) }
        let later = Events.at.advanced(by: .seconds(600))
        for event in [
            BridgeEvent.battery(83, Self.phone, at: later), Events.played("One", at: later),
            Events.played("One", commands: [], at: later),
            .battery(9, PhoneName("unknown"), at: later),
        ] {
            expect(format.packets(for: event), is: [])
        }
        expect(format.packets(for: Events.played("Two", at: later)).count, is: 2, "line and clock")
    }
}
