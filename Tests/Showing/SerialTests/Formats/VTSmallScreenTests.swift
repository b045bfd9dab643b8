import ANCS
import EventSupport
import Expecting
import Linux
import Notices
import Testing

@testable import Formats
@testable import Serial

/// What a terminal of few columns shows.
struct VTSmallScreenTests {
    @Test(arguments: 20...40)
    func `who is in a line of its own, and what below`(_ width: Int) {
        var events: [BridgeEvent] = []
        for (name, event) in DemoDay.events {
            events.append(event)
            let terminal = VTWire.shown(events, SerialStyle(width: width)).terminal
            expect(terminal.trouble, is: nil)
            guard case .notice(let change, let notice, _) = event, change != .removed else {
                continue
            }
            let who = Charset.ascii.encode(notice.title.string, width: width)
            let words = String(decoding: who, as: UTF8.self)
            let lines = terminal.lines.map(\.string)
            if notice.call?.state == .ringing {
                #expect(lines[2...3].contains { $0.hasSuffix(words) }, "\(name): \(lines)")
            } else {
                let word = notice.call?.state == .missed ? "MISSED" : notice.category.label
                #expect(lines[2].hasPrefix(words), "\(name): \(lines)")
                #expect(lines[3].contains(" \(word)"), "\(name): \(lines)")
            }
        }
    }

    @Test(arguments: [
        (20, ["Zoe Muller     09:04", " MAIL See you"], "the time is at the right"),
        (40, ["Zoe Muller                         09:04", " MAIL See you"], "the widest of these"),
        (41, ["09:04 MAIL   Zoe Muller See you", ""], "columns, from there on"),
    ])
    func `a notice has two lines`(_ width: Int, _ lines: [String], _ why: String) {
        let notice = otherNotice(1, Category(.email), title: "Zoe Müller")
        let event = BridgeEvent.notice(.added, notice, at: Events.at)
        let clock = String(Events.at.local.clock.prefix(5))
        let terminal = VTWire.shown([event], SerialStyle(width: width)).terminal
        let shown = terminal.lines[2...3].map { $0.string.replacing(clock, with: "09:04") }
        expect(shown, is: lines, "\(why)")
    }

    @Test(arguments: [
        (20, "Zoe", ["CALL Zoe", "CALL Zoe"], true, "large letters"),
        (20, "Mara Lind", ["Mara Lind", "Mara Lind"], true, "without the word"),
        (20, "Davidson Ro", ["CALL", "Davidson Ro"], false, "ordinary letters"),
        (20, "Bartholomew Featherstone", ["CALL Bart~", "CALL Bart~"], true, "cut in any"),
        (80, "Davidson Ro", ["CALL Davidson Ro", "CALL Davidson Ro"], true, "a wide screen"),
    ])
    func `a caller's name is whole in the largest letters that have room`(
        _ width: Int, _ name: String, _ lines: [String], _ isLarge: Bool, _ why: String
    ) {
        let call = otherNotice(
            1, Category(.incomingCall), title: name, call: Call(state: .ringing))
        let event = BridgeEvent.notice(.ringing, call, at: Events.at)
        let terminal = VTWire.shown([event], SerialStyle(width: width)).terminal
        let halves = terminal.lines[2...3]
        expect(halves.map { $0.string }, is: lines, "\(why)")
        #expect(halves.allSatisfy { $0.isBlinking }, "\(why)")
        expect((terminal.lines[2].size == .upperHalf), is: isLarge, "\(why)")
    }

    @Test(arguments: [
        (80, " CALLBOARD", "Mara's iPhone ready", " 1 on the phone", "as of 09:04"),
        (36, " CALLBOARD", "Mara's iPhone ready", " 1 on the phone", "as of 09:04"),
        (28, " Mara's iPhone", " ready", " 1 on the phone", " 09:04"),
        (20, " Mara's iPho~", " ready", " 1 ", " 09:04"),
    ])
    func `the phone's state and the time get through`(
        _ width: Int, _ first: String, _ state: String, _ count: String, _ time: String
    ) {
        let events: [BridgeEvent] = [
            .phone(.ready, PhoneName("Mara's iPhone"), at: Events.at),
            .notice(.added, otherNotice(1), at: Events.at),
        ]
        let terminal = VTWire.shown(events, SerialStyle(width: width)).terminal
        let clock = String(Events.at.local.clock.prefix(5))
        let (above, below) = (
            terminal.lines[0].string, terminal.lines[23].string.replacing(clock, with: "09:04")
        )
        #expect(above.hasPrefix(first) && above.hasSuffix(state), "\(above)")
        #expect(below.hasPrefix(count) && below.hasSuffix(time), "\(below)")
        #expect(terminal.lines[0].text.count == width && terminal.trouble == nil)
    }

    @Test func `missed calls are counted on the smallest screen`() {
        let events = DemoDay.events.map(\.event)
        let last = VTWire.shown(events, SerialStyle(width: 20)).terminal.lines[23].string
        #expect(last.contains(", 1 missed"), "\(last)")
    }
}
