import Expecting
import Notices
import Testing

@testable import Beacons

/// Where a person is, by the phone.
struct PresenceTests {
    @Test func `a link is home, and three minutes without one are away`() {
        var presence = Presence()
        expect(presence.watch(true, at: .zero), is: nil)
        expect(presence.state, is: .unknown, "nobody knows before the phone was here")
        expect(presence.advance(to: .seconds(1000)), is: nil)
        expect(presence.link(true, at: .seconds(1000)), is: .came)
        expect(presence.advance(to: .seconds(9000)), is: nil, "a link lasts")
        expect(presence.deadline, is: nil)
        expect(presence.link(false, at: .seconds(9000)), is: nil)
        expect(presence.deadline, is: .seconds(9180))
        expect(presence.advance(to: .seconds(9179)), is: nil)
        expect(presence.advance(to: .seconds(9180)), is: .went)
        expect(presence.link(true, at: .seconds(9999)), is: .came)
    }

    @Test func `a link that drops and comes back is no news`() {
        var presence = Presence()
        _ = presence.watch(true, at: .zero)
        _ = presence.link(true, at: .zero)
        for minute in 1...100 {
            expect(presence.link(false, at: .seconds(minute * 120)), is: nil)
            expect(presence.link(true, at: .seconds(minute * 120 + 60)), is: nil)
        }
    }

    @Test func `while the radio could not know nobody goes`() {
        var presence = Presence()
        _ = presence.watch(true, at: .zero)
        _ = presence.link(true, at: .zero)
        _ = presence.link(false, at: .seconds(10))
        expect(presence.watch(false, at: .seconds(20)), is: nil)
        expect(presence.advance(to: .seconds(100_000)), is: nil, "bluetoothd is not there")
        expect(presence.watch(true, at: .seconds(100_000)), is: nil)
        expect(presence.advance(to: .seconds(100_179)), is: nil)
        expect(presence.advance(to: .seconds(100_180)), is: .went)
    }

    @Test func `what the phone sends to everybody is home as well`() {
        var presence = Presence()
        _ = presence.watch(true, at: .zero)
        expect(presence.hear(signal: -80, at: .seconds(5)), is: .came)
        expect(presence.zone, is: .far)
        expect(presence.advance(to: .seconds(185)), is: .went)
        expect(presence.hear(signal: nil, at: .seconds(190)), is: .came)
    }

    @Test func `a zone is forgotten where nothing tells of it`() {
        var presence = Presence()
        _ = presence.watch(true, at: .zero)
        _ = presence.link(true, at: .zero)
        _ = presence.hear(signal: -60, at: .seconds(5))
        expect(presence.zone, is: .near)
        #expect(presence.accuracy != nil)
        _ = presence.advance(to: .seconds(25))
        expect(presence.zone, is: .unknown)
        expect(presence.signal, is: nil)
    }

    @Test func `a phone that is linked and tells nothing more is somewhere, by time alone`() {
        var presence = Presence()
        _ = presence.watch(true, at: .zero)
        _ = presence.link(true, at: .zero)
        _ = presence.hear(signal: -60, at: .seconds(5))
        expect(presence.deadline, is: .seconds(25))
        _ = presence.hear(signal: -60, at: .seconds(10))
        expect(presence.deadline, is: .seconds(30))
        expect(presence.advance(to: .seconds(29)), is: nil)
        expect(presence.advance(to: .seconds(30)), is: .moved)
        expect(presence.zone, is: .unknown)
        expect(presence.state, is: .home)
        expect(presence.deadline, is: nil, "nothing wakes for what is over")
        _ = presence.link(false, at: .seconds(40))
        expect(presence.deadline, is: .seconds(220))
    }

    @Test func `after a restart nobody goes before the radio was asked`() {
        var presence = Presence()
        presence.restore(.home, since: .seconds(-9000), lastHeard: .seconds(-4000))
        expect(presence.advance(to: .seconds(500)), is: nil, "the radio is not there yet")
        _ = presence.watch(true, at: .seconds(500))
        expect(presence.link(true, at: .seconds(510)), is: nil, "home as before")
        presence.restore(.away, since: nil, lastHeard: nil)
        expect(presence.state, is: .home, "what is known is newer")
    }

    @Test func `a clock that was wrong before a start keeps nobody at home for ever`() {
        var presence = Presence()
        presence.restore(.home, since: .seconds(8e8), lastHeard: .seconds(1e9))
        _ = presence.watch(true, at: .seconds(5))
        expect(presence.advance(to: .seconds(184)), is: nil)
        expect(presence.advance(to: .seconds(185)), is: .went)
    }

    @Test func `people are reminded once, unless it is back`() {
        var reminders = Reminders()
        reminders.left("Keys", at: .zero, remindingAfter: .seconds(600))
        reminders.left("Wallet", at: .zero, remindingAfter: .seconds(600))
        reminders.left("Bag", at: .zero, remindingAfter: nil)
        expect(reminders.deadline, is: .seconds(600))
        reminders.end("Wallet")
        expect(reminders.due(at: .seconds(599)), is: [])
        expect(reminders.due(at: .seconds(600)), is: ["Keys"])
        expect(reminders.due(at: .seconds(9000)), is: [])
        expect(reminders.deadline, is: nil)
    }
}
