import ANCS
import Beacons
import Expecting
import Linux
import Notices
import Testing

@testable import Control

/// What a watcher is shown once, however often it is told.
struct NewsMemoryTests {
    private static let noon = WallTime(milliseconds: 1_772_000_000_000)

    private static func notice(
        _ number: UInt64, _ title: String, _ flags: EventFlags = [], call: Call? = nil
    ) -> Notice {
        Notice(
            id: NoticeID(rawValue: number), phone: "Mara", category: Category(CategoryID.social),
            flags: flags, uid: NotificationUID(rawValue: UInt32(number)), title: Text(title),
            received: noon, call: call)
    }

    private static func event(_ change: NoticeChange, _ notice: Notice) -> BridgeEvent {
        .notice(change, notice, at: noon)
    }

    /// What is new in events, in words.
    private func news(_ events: [BridgeEvent], isHeld: Bool, _ memory: inout NewsMemory) -> [String]
    {
        events.compactMap { event -> String? in
            switch memory.news(in: event, isHeld: isHeld) {
            case .notice(let change, let notice, _): "\(change.rawValue) \(notice.title.string)"
            case .phone(let state, _, _): state.rawValue
            case .radio(let condition, _, _): condition.rawValue
            case .battery(let level, _, _): "battery \(level)"
            case .beacon(let news, _): "\(news.subject.name) \(news.text)"
            default: nil
            }
        }
    }

    private static func keys(_ change: BeaconChange, isKept: Bool = false) -> BridgeEvent {
        var news = BeaconNews(
            change, of: .item(BeaconItem("Keys"), region: "keys"), zone: .unknown)
        news.isKept = isKept
        return .beacon(news, at: noon)
    }

    @Test func `a battery level is told again only if it changed`() {
        var memory = NewsMemory()
        func battery(_ level: Int) -> BridgeEvent {
            .battery(level, PhoneName("Mara", bond: "A"), at: Self.noon)
        }
        expect(news([battery(80), battery(80)], isHeld: true, &memory), is: ["battery 80"])
        expect(news([battery(79)], isHeld: true, &memory), is: ["battery 79"])
        expect(news([battery(79)], isHeld: false, &memory), is: ["battery 79"], "a live event")
    }

    @Test func `what ended is told once, and is news when it is there again`() {
        var memory = NewsMemory()
        #expect(memory.news(in: Self.keys(.near), isHeld: true) != nil)
        #expect(memory.news(in: Self.keys(.withdrawn), isHeld: false) != nil)
        #expect(memory.news(in: Self.keys(.near, isKept: true), isHeld: true) != nil)
    }

    @Test func `what holds of a thing is told again only where it is otherwise`() {
        var memory = NewsMemory()
        memory.note(Self.keys(.near, isKept: true))
        expect(news([Self.keys(.near, isKept: true)], isHeld: true, &memory), is: [])
        expect(
            news([Self.keys(.left, isKept: true)], isHeld: true, &memory),
            is: ["Keys Are you forgetting something?"], "it left while nobody watched")
        expect(news([Self.keys(.left, isKept: true)], isHeld: false, &memory), is: [])
        expect(news([Self.keys(.tap)], isHeld: true, &memory), is: [], "that is over")
        expect(
            news([Self.keys(.back), Self.keys(.tap)], isHeld: false, &memory),
            is: ["Keys is back", "Keys was tapped on the host"])
        expect(
            news([Self.keys(.near, isKept: true)], isHeld: false, &memory), is: [],
            "how near it is by now; that it is here was told")
        memory.beginAgain()
        expect(news([Self.keys(.near, isKept: true)], isHeld: true, &memory), is: [])
    }

    @Test func `phones and items beyond the limits are forgotten, the oldest first`() {
        var memory = NewsMemory()
        func ready(_ number: Int) -> BridgeEvent {
            .phone(.ready, PhoneName("Phone \(number)"), at: Self.noon)
        }
        func near(_ number: Int) -> BridgeEvent {
            var news = BeaconNews(
                .near, of: .item(BeaconItem("Item \(number)"), region: "items"), zone: .unknown)
            news.isKept = true
            return .beacon(news, at: Self.noon)
        }
        let range = 0...NewsMemory.limitOfPhones
        for event in range.map(ready) + (0...NewsMemory.limitOfBeacons).map(near) {
            memory.note(event)
        }
        for (event, isNews, why) in [
            (ready(1), false, "the second phone is known"), (ready(0), true, "the first is not"),
            (near(1), false, "the second item is known"), (near(0), true, "the first is not"),
        ] {
            expect(memory.news(in: event, isHeld: true) != nil, is: isNews, "\(why)")
        }
    }

    @Test func `a phone with another name is the same phone`() {
        var memory = NewsMemory()
        let first = PhoneName("4C:57", bond: "bond")
        let mara = first.called("Mara")
        memory.note(.phone(.ready, first, at: Self.noon))
        var notice = Self.notice(1, "one")
        notice.phone = first.name
        notice.phoneID = first.id
        memory.note(Self.event(.added, notice))
        let renamed = BridgeEvent.renamed(mara, was: first.name, at: Self.noon)
        expect(memory.news(in: renamed, isHeld: false), is: renamed)
        memory.beginAgain()
        expect(memory.news(in: .phone(.ready, mara, at: Self.noon), isHeld: true), is: nil)
        // A bridge that was started again has other names for the notices.
        notice = Self.notice(11, "one")
        notice.phoneID = first.id
        expect(memory.news(in: Self.event(.added, notice), isHeld: true), is: nil)
    }

    @Test func `what held before anybody watched is not told when it holds again`() {
        var memory = NewsMemory()
        let held = [
            .phone(.ready, PhoneName("Mara"), at: Self.noon),
            Self.event(.added, Self.notice(1, "one")),
        ]
        for event in held { memory.note(event) }
        memory.beginAgain()
        expect(news(held, isHeld: true, &memory), is: [])
        let more = [Self.event(.added, Self.notice(2, "two"))]
        expect(news(more, isHeld: true, &memory), is: ["added two"])
    }

    @Test func `what changed while nobody watched is told as a change`() {
        var memory = NewsMemory()
        let call = Call(state: .ringing)
        _ = news(
            [
                Self.event(.added, Self.notice(1, "one")),
                Self.event(.ringing, Self.notice(2, "Zoe", call: call)),
            ], isHeld: false, &memory)
        memory.beginAgain()
        let held = [
            Self.event(.added, Self.notice(1, "one more")),
            Self.event(.answered, Self.notice(2, "Zoe", call: Call(state: .answered))),
            .phone(.disconnected, PhoneName("Mara"), at: Self.noon),
        ]
        expect(
            news(held, isHeld: true, &memory),
            is: ["modified one more", "answered Zoe", "disconnected"])
    }

    @Test func `a bridge that was started anew has other names for the same notices`() {
        var memory = NewsMemory()
        let before = (1...3).map { Self.event(.added, Self.notice($0, "n\($0 / 2)")) }
        expect(news(before, isHeld: false, &memory).count, is: 3)
        _ = news([Self.event(.removed, Self.notice(3, "n1"))], isHeld: false, &memory)
        memory.beginAgain()
        // As the phone announces what it has: as many of one kind as there were are no news.
        let after = [
            Self.event(.added, Self.notice(11, "n0", .preExisting)),
            Self.event(.added, Self.notice(12, "n1", .preExisting)),
            Self.event(.added, Self.notice(13, "n1", .preExisting)),
            Self.event(.added, Self.notice(14, "n0")),
        ]
        expect(news(after, isHeld: false, &memory), is: ["added n1", "added n0"])
        let gone = [Self.event(.removed, Self.notice(12, "n1"))]
        expect(news(gone, isHeld: false, &memory), is: ["removed n1"])
    }

    @Test func `what happens is told, whatever was known`() {
        var memory = NewsMemory()
        let events = [
            Self.event(.added, Self.notice(1, "one")), Self.event(.modified, Self.notice(1, "two")),
            Self.event(.modified, Self.notice(1, "one")),
            Self.event(.removed, Self.notice(1, "one")),
            Self.event(.added, Self.notice(2, "one")),
            .phone(.ready, PhoneName("Mara"), at: Self.noon),
            .phone(.ready, PhoneName("Mara"), at: Self.noon),
        ]
        expect(news(events, isHeld: false, &memory).count, is: events.count)
    }
}
