import EventSupport
import Expecting
import Linux
import Notices
import Testing

@testable import Formats

/// Which batteries and tracks lines for people report.
struct PhoneNewsFilterTests {
    private static func after(_ seconds: Int) -> WallTime {
        Events.start.advanced(by: .seconds(seconds))
    }

    @Test func `a battery is reported at first, and again once it differs by ten percent`() {
        let ann = PhoneName("Ann")
        var filter = PhoneNewsFilter()
        for (level, isTaken, why) in [
            (83, true, "the first level"), (82, false, "one percent"), (74, false, "nine percent"),
            (73, true, "ten percent less"), (82, false, "it is charged again"),
            (83, true, "ten percent more"), (100, true, "full"), (91, false, "not yet"),
            (Int.max, false, "absurd, which counts as full"), (Int.min, true, "absurd, as empty"),
        ] {
            expect(
                filter.takes(.battery(level, ann, at: Events.start)), is: isTaken, "\(why)")
        }
        _ = filter.takes(.phone(.disconnected, ann, at: Events.start))
        _ = filter.takes(.phone(.ready, ann, at: Events.start))
        expect(filter.takes(.battery(3, ann, at: Events.start)), is: false, "a phone that returns")
        expect(filter.takes(.battery(3, PhoneName("Bob"), at: Events.start)), is: true, "another")
    }

    @Test func `a track is reported when it begins`() {
        var filter = PhoneNewsFilter()
        for (event, isTaken, why) in [
            (Events.played("One", .paused), false, "it does not play yet"),
            (Events.played("One"), true, "it plays"),
            (Events.played("One", commands: []), false, "something else changed"),
            (Events.played("One", .paused), false, "a pause"),
            (Events.played("One"), false, "it goes on"),
            (Events.silence, false, "no player"),
            (Events.played("One", on: "Bob"), true, "the same on another phone"),
            (Events.played("Two"), true, "the next one"),
            (Events.played("Two", by: "Zoë"), true, "of another artist"),
            (Events.played("One"), true, "again"),
            (Events.played("", by: "\u{1B}\n", player: nil), false, "nothing to read"),
            (Events.ordinary, true, "a notification"), (Events.ordinary, true, "and once more"),
        ] as [(BridgeEvent, Bool, String)] {
            expect(filter.takes(event), is: isTaken, "\(why)")
        }
    }

    @Test func `of titles that change all the time a few a minute are reported`() {
        var filter = PhoneNewsFilter()
        let seconds = (0..<600).filter { second in
            filter.takes(Events.played("Line \(second)", at: Self.after(second)))
        }
        expect(seconds.count, is: 10 * PhoneNewsFilter.trackLimit)
        expect(Array(seconds.prefix(5)), is: [0, 1, 2, 3, 60])
        let last = Events.played("Line 599", at: Self.after(660))
        expect(filter.takes(last), is: true, "the last one is reported with its next change")
    }

    @Test func `a clock that is set back keeps nothing away`() {
        var filter = PhoneNewsFilter()
        for second in 1000..<1004 {
            _ = filter.takes(Events.played("\(second)", at: Self.after(second)))
        }
        expect(filter.takes(Events.played("New", at: Self.after(1004))), is: false)
        expect(filter.takes(Events.played("New", at: Self.after(3))), is: true)
    }

    @Test func `phones beyond the limit are forgotten, the earliest first`() {
        var filter = PhoneNewsFilter()
        let phones = (0...PhoneNewsFilter.phoneLimit).map { "Phone \($0)" }
        for phone in phones { _ = filter.takes(Events.played("One", on: phone)) }
        expect(filter.takes(Events.played("One", on: phones[1])), is: false, "it is remembered")
        expect(filter.takes(Events.played("One", on: phones[0])), is: true, "it was forgotten")
    }
}
