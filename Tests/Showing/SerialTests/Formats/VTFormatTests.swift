import ANCS
import EventSupport
import Expecting
import Linux
import Notices
import Testing

@testable import Formats
@testable import Serial

struct VTFormatTests {
    private let clock = String(Events.at.local.clock.prefix(5))

    private func screen(
        _ events: [BridgeEvent], _ style: SerialStyle = SerialStyle()
    ) -> VT100 {
        var terminal = VT100(columns: style.width ?? 80, isUTF8: style.charset == .utf8)
        var format = SerialFormatName.vt.make(style)
        terminal.show(format.begin(at: Events.at).flatMap(\.bytes))
        for event in events { terminal.show(format.packets(for: event).flatMap(\.bytes)) }
        return terminal
    }

    @Test func `a call that rings is large and blinks, and the bell is heard once`() {
        let terminal = screen([
            Events.ready, .notice(.added, otherNotice(1), at: Events.at), Events.ringing,
            .notice(.modified, Events.call(.ringing, title: "Davidson Rose"), at: Events.at),
        ])
        #expect(terminal.trouble == nil && terminal.bells == 1 && !terminal.wraps)
        #expect(terminal.lines[0].string.hasPrefix(" CALLBOARD "))
        #expect(terminal.lines[0].string.hasSuffix(" Anna's iPhone ready"))
        #expect(terminal.lines[0].isReverse)
        #expect(terminal.lines[2].size == .upperHalf && terminal.lines[3].size == .lowerHalf)
        for line in terminal.lines[2...3] {
            #expect(line.string == "CALL Davidson Rose" && line.isBlinking)
        }
        expect(terminal.lines[5].string, is: "\(clock) SOCIAL Zoe                    See you")
        #expect(terminal.lines[23].string.hasPrefix(" 1 on the phone"))
        #expect(terminal.lines[23].string.hasSuffix("as of \(clock)"))
    }

    @Test func `a call that is over makes room for what the same notice is now`() {
        let terminal = screen([
            Events.ringing, Events.ended, Events.missed, Events.ordinary,
        ])
        #expect(terminal.lines.allSatisfy { $0.size == .single && !$0.isBlinking })
        #expect(terminal.lines[2].string.contains("SOCIAL Zoe Muller"))
        #expect(terminal.lines[3].string.isEmpty)
        let empty = screen([Events.ordinary, Events.removed])
        #expect(empty.lines[2...22].allSatisfy { $0.string.isEmpty })
    }

    @Test func `the newest stands above, and what does not fit is counted`() {
        let events = (1...40).map {
            BridgeEvent.notice(.added, otherNotice($0, title: "Number \($0)"), at: Events.at)
        }
        let terminal = screen(events)
        #expect(terminal.lines[2].string.contains("Number 40"))
        #expect(terminal.lines[22].string.contains("Number 20"))
        #expect(terminal.lines[23].string.hasPrefix(" 40 on the phone"))
    }

    @Test(arguments: Charset.allCases, [20, 40, 79, 80, 132])
    func `a full line keeps its last column`(_ charset: Charset, _ width: Int) {
        let style = SerialStyle(charset: charset, width: width)
        let long = String(repeating: "x", count: 200)
        let call = Call(state: .ringing)
        let events: [BridgeEvent] = [
            .notice(.added, otherNotice(1, title: long), at: Events.at),
            .notice(.ringing, otherNotice(2, title: long, call: call), at: Events.at),
        ]
        let mark = charset == .utf8 ? "…" : "~"
        let terminal = screen(events, style)
        expect(terminal.trouble, is: nil)
        for half in terminal.lines[2...3] {
            #expect(half.text[width / 2 - 1] == mark && half.text[width / 2] == " ")
        }
        // Who has the rest of the line where there is no room for a text.
        if width < 40 { expect(terminal.lines[5].text[width - 1], is: mark) }
        #expect(terminal.lines[0].text[width - 1] == " " && terminal.lines[0].isReverse)
    }

    @Test func `a line that was large and full leaves nothing behind`() {
        let call = Events.call(
            .ringing, title: Words(Array(String(repeating: "x", count: 90).utf8)))
        let long = otherNotice(3, title: String(repeating: "y", count: 90))
        let events = [Events.event(.ringing, call), .notice(.added, long, at: Events.at)]
        let style = SerialStyle(width: 20)
        let terminal = screen(
            events + [Events.ended, Events.removed, .notice(.removed, long, at: Events.at)], style)
        #expect(terminal.lines[2...22].allSatisfy { $0.string.isEmpty && $0.size == .single })
    }

    @Test func `only lines that change are said, and those of a call before the others`() {
        var format = SerialFormatName.vt.make(SerialStyle())
        var terminal = VT100()
        let beginning = format.begin(at: Events.at)
        #expect(beginning.count == 25 && beginning[0].slot == nil)
        expect(beginning[0].urgency, is: .ringing)
        expect(beginning.dropFirst().map(\.slot), is: (1...24).map { .row($0) })
        terminal.show(beginning.flatMap(\.bytes))
        let first = format.packets(for: .notice(.added, otherNotice(1), at: Events.at))
        expect(first.map(\.slot), is: [.row(3), .row(24)])
        let ring = format.packets(for: Events.ringing)
        expect(ring.map(\.slot), is: [nil] + [3, 4, 6].map { .row($0) })
        expect(ring.map(\.urgency), is: [.ringing, .ringing, .ringing, .other])
        #expect(ring.allSatisfy { $0.bytes.count < 200 })
        let end = format.packets(for: Events.ended)
        expect(end.map(\.urgency), is: [.call, .call, .other])
        for packet in (first + ring + end) { terminal.show(packet.bytes) }
        let without = screen([.notice(.added, otherNotice(1), at: Events.at)])
        #expect(terminal.trouble == nil && terminal.lines == without.lines)
        #expect(format.packets(for: Events.ended).isEmpty)
    }

    @Test func `lines that wait may be said in any order, and only the last of each`() {
        for seed in UInt64(1)...6 {
            let events = Events.all + Trouble.events(seed: seed, count: 40)
            var format = SerialFormatName.vt.make(SerialStyle())
            var waiting: [SerialPacket.Slot: SerialPacket] = [:]
            var terminal = VT100()
            terminal.show(format.begin(at: Events.at).flatMap(\.bytes))
            for event in events {
                for packet in format.packets(for: event) {
                    if let slot = packet.slot { waiting[slot] = packet }
                }
            }
            for packet in waiting.values { terminal.show(packet.bytes) }
            #expect(terminal.lines == screen(events).lines && terminal.trouble == nil)
        }
    }

    @Test func `a screen is the same whatever was there before`() {
        var format = SerialFormatName.vt.make(SerialStyle())
        for event in [Events.ready, Events.ordinary, Events.mail] {
            _ = format.packets(for: event)
        }
        let bytes = format.heartbeat(at: Events.at)
        var (fresh, used) = (VT100(), screen([Events.ringing]))
        let bells = used.bells
        fresh.show(bytes)
        used.show(bytes)
        #expect(fresh.lines == used.lines && fresh.trouble == nil)
        expect(used.bells, is: bells)
    }

    @Test func `losses are told, and at the end the terminal is as it was`() {
        var format = SerialFormatName.vt.make(SerialStyle())
        var terminal = VT100()
        terminal.show(format.loss(of: 3, at: Events.at))
        #expect(terminal.lines[23].string.contains("3 dropped"))
        terminal.show(format.end(at: Events.at))
        #expect(terminal.trouble == nil && terminal.wraps)
        #expect(terminal.lines.allSatisfy { $0.string.isEmpty })
    }

    @Test func `what was left behind stands above the notices until it is back`() {
        let left = screen([Events.leftBehind, Events.ordinary, Events.home, Events.reminder])
        #expect(left.lines[2].string.hasSuffix(" ITEM   Keys                   Your keys! (again)"))
        #expect(left.lines[3].string.contains("SOCIAL Zoe Muller"))
        #expect(left.lines[4].string.isEmpty && left.bells == 0)
        #expect(left.lines[23].string.hasPrefix(" 1 on the phone"))
        let back = screen([Events.leftBehind, Events.ordinary, Events.back])
        #expect(back.lines[2].string.contains("SOCIAL Zoe Muller"))
    }

    @Test func `what only holds is on the screen, and on no line`() {
        guard case .beacon(var news, let time) = Events.leftBehind else { return }
        news.isKept = true
        var screen = VTScreen(charset: .ascii, width: nil)
        let empty = screen.lines
        let words = SerialWords(Events.leftBehind)
        let isOther = screen.take(news, at: time, words)
        #expect(isOther)
        #expect(screen.lines != empty)
        expect(spokenText(.line, [.beacon(news, at: time)]), is: "")
    }

    @Test(arguments: Charset.allCases, [20, 24, 40, 79, 80, 132])
    func `whatever comes, it is a screen`(_ charset: Charset, _ width: Int) {
        let style = SerialStyle(charset: charset, width: width)
        let terminal = screen(Events.all + Trouble.events(seed: 11, count: 25), style)
        expect(terminal.trouble, is: nil)
    }

    @Test func `no letter of cp437 becomes a control of the terminal`() {
        let event = BridgeEvent.notice(
            .added, otherNotice(1, title: "\u{A2}31m Zo\u{EB}"), at: Events.at)
        let said = spoken(.vt, [event], SerialStyle(charset: .cp437))
        #expect(said.allSatisfy { $0 < 0x80 })
        // In the charset itself it is 0x9B, with which sequences begin.
        #expect(spoken(.line, [event], SerialStyle(charset: .cp437)).contains(0x9B))
    }

    @Test(arguments: [(1, 20), (19, 20), (200, 132)])
    func `a width no terminal has is one that it has`(_ width: Int, _ columns: Int) {
        var terminal = VT100(columns: columns)
        terminal.show(spoken(.vt, Events.all, SerialStyle(width: width)))
        expect(terminal.trouble, is: nil)
    }
}
