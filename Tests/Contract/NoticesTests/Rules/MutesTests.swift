import ANCS
import Expecting
import Testing

@testable import Linux
@testable import Notices

/// Apps of which nothing new is shown for some time.
struct MutesTests {
    private static let noon = WallTime(milliseconds: 1_795_000_000_000)
    private static let messages = "com.apple.MobileSMS"

    private static func mute(
        _ app: String = messages, seconds: Int64 = 3600, since: WallTime = noon
    ) -> Mute {
        Mute(
            app: Text(app), name: nil, since: since,
            until: since.advanced(by: .seconds(seconds)))
    }

    private static func rules(_ rules: [Rule] = [], muting app: String = messages) -> TestRules {
        var rules = TestRules(rules)
        rules.book.mutes.put(mute(app), at: .zero)
        return rules
    }

    @Test func `nothing new of the app is shown on any phone, and it is counted`() {
        var rules = Self.rules()
        rules.take(.added, TestRules.notice(1))
        rules.take(.added, TestRules.notice(2, phone: "Ben's"))
        rules.take(.modified, TestRules.notice(1, message: "Lunch?"))
        rules.take(.removed, TestRules.notice(1))
        rules.take(.added, TestRules.notice(3, title: "another app", app: "x"))
        expect(rules.story, is: ["added another app Dinner at 7?"])
        expect(rules.leftOut, is: [.muted: 2])
        expect(rules.book.mutes.all(at: .zero, Self.noon).map(\.count), is: [2])
    }

    @Test func `what was shown before is followed to its end`() {
        var rules = TestRules()
        rules.take(.added, TestRules.notice(1))
        rules.take(.ringing, TestRules.call(2, .ringing))
        for app in [Self.messages, "com.apple.mobilephone"] {
            rules.book.mutes.put(Self.mute(app), at: .zero)
        }
        rules.take(.removed, TestRules.notice(1))
        rules.take(.missed, TestRules.call(2, .missed))
        expect(
            rules.story,
            is: [
                "added Zoë Müller Dinner at 7?", "ringing Zoë Müller",
                "removed Zoë Müller Dinner at 7?", "missed Zoë Müller",
            ])
        expect(rules.leftOut, is: [:])
    }

    @Test func `a call of a muted app does not ring, whatever becomes of it`() {
        var rules = Self.rules(muting: "com.apple.mobilephone")
        rules.take(.ringing, TestRules.call(1, .ringing))
        rules.take(.answered, TestRules.call(1, .answered))
        _ = rules.book.mutes.remove(Text("com.apple.mobilephone"))
        rules.take(.ended, TestRules.call(1, .ended))
        #expect(rules.story.isEmpty)
        rules.take(.ringing, TestRules.call(2, .ringing))
        expect(rules.story, is: ["ringing Zoë Müller"])
    }

    @Test func `a call of which only the end is heard is left out as well`() {
        var rules = Self.rules(muting: "com.apple.mobilephone")
        rules.take(.ended, TestRules.call(1, .ended))
        #expect(rules.story.isEmpty && rules.leftOut == [.muted: 1])
    }

    @Test func `what came meanwhile is not made up for, and no rule overcomes a mute`() {
        let always = Rule("always", Rule.Conditions(), RuleAction(.show))
        var rules = Self.rules([always])
        rules.take(.added, TestRules.notice(1))
        _ = rules.book.mutes.remove(Text(Self.messages))
        rules.take(.modified, TestRules.notice(1, message: "Lunch?"))
        rules.take(.added, TestRules.notice(2))
        expect(rules.story, is: ["added Zoë Müller Dinner at 7?"])
    }

    @Test(arguments: [
        (3599, 3599, true, "the hour is not over"),
        (3600, 3600, false, "it is"),
        (10, 3601, false, "the clock was set forward"),
        (3599, -7200, true, "the clock was set back"),
        (3600, 3599, true, "the clocks differ a little"),
        (3660, -7200, false, "it was set back, and the hour is over"),
    ])
    func `a mute ends by the clock on the wall, and never lasts longer than it was to`(
        _ passed: Int64, _ shown: Int64, _ isMuted: Bool, _ why: String
    ) {
        var mutes = Mutes()
        mutes.put(Self.mute(), at: .seconds(500))
        let now = Duration.seconds(500 + passed)
        let wall = Self.noon.advanced(by: .seconds(shown))
        expect((mutes.timeLeft(at: now, wall) ?? .zero > .zero), is: isMuted, "\(why)")
        mutes.endDue(at: now, wall)
        expect(mutes.isEmpty, is: !isMuted, "\(why)")
        let isTaken = mutes.takes(Text(Self.messages))
        expect(isTaken, is: isMuted, "\(why)")
    }

    @Test func `the first that ends comes first, until it will be over`() {
        var mutes = Mutes()
        expect(mutes.timeLeft(at: .zero, Self.noon), is: nil)
        mutes.put(Self.mute("b", seconds: 60), at: .zero)
        mutes.put(Self.mute("a", seconds: 90), at: .zero)
        expect(
            mutes.timeLeft(at: .seconds(10), Self.noon.advanced(by: .seconds(10))), is: .seconds(50)
        )
        expect(
            mutes.all(at: .seconds(11), Self.noon).map(\.until.milliseconds),
            is: [60, 90].map {
                Self.noon.milliseconds + $0 * 1000
            })
        let earlier = Self.noon.advanced(by: .seconds(-600))
        let all = mutes.all(at: .seconds(10), earlier)
        expect(all.map(\.app.string), is: ["b", "a"])
        expect(all.map(\.until), is: [110, 140].map { earlier.advanced(by: .seconds($0)) })
    }

    @Test func `an app that is muted again keeps its count, in whatever case it is written`() {
        var mutes = Mutes()
        mutes.put(Self.mute(), at: .zero)
        let isTaken = mutes.takes(Text("COM.apple.mobilesms"))
        #expect(isTaken)
        mutes.put(Self.mute("com.apple.mobilesms", seconds: 60), at: .zero)
        expect(mutes.all(at: .zero, Self.noon).map(\.count), is: [1])
        let removed = [mutes.remove(Text(Self.messages)), mutes.remove(Text(Self.messages))]
        expect(removed.map { $0?.length }, is: [.seconds(60), nil])
        #expect(mutes.isEmpty)
    }

    @Test func `there is room for so many`() {
        var mutes = Mutes()
        for number in 0..<Mutes.limit { mutes.put(Self.mute("app\(number)"), at: .zero) }
        let hasRoom = mutes.add(Self.mute("another"), at: .zero)
        #expect(!hasRoom)
        mutes.put(Self.mute("app0", seconds: 5), at: .zero)
        expect(mutes.all(at: .zero, Self.noon).count, is: Mutes.limit)
    }
}

extension Mutes {
    /// Mutes an app, for which there is room.
    fileprivate mutating func put(_ mute: Mute, at now: Duration) {
        let isMuted = add(mute, at: now)
        #expect(isMuted)
    }
}
