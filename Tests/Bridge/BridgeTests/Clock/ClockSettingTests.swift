import Expecting
import Features
import Linux
import Testing

@testable import Bridge

private let day = 86_400

/// When the clock of the host is set to that of a phone, and by how much it moves.
struct ClockSettingTests {
    static let noon = at(2027, 3, 1, 12)

    private static func at(
        _ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int = 0, _ second: Int = 0
    ) -> WallTime {
        WallTime(
            LocalDay(year: year, month: month, day: day), hour: hour, minute: minute,
            second: second, offsetMinutes: 0)
    }

    /// What a phone in a zone shows at a moment.
    ///
    /// - Parameters:
    ///   - zone: bytes of its zone; nil if it reports none.
    ///   - offset: what its time is ahead of UTC in minutes.
    static func clock(
        _ moment: WallTime, zone: [UInt8]? = [0x04, 0x00], offset: Int = 60
    ) -> PhoneClock {
        let local = moment.advanced(by: .seconds(60 * offset)).universal
        let milliseconds = (moment.milliseconds % 1000 + 1000) % 1000
        let value =
            [local.year & 0xFF, local.year >> 8, local.month, local.day, local.hour, local.minute]
            + [local.second, 0, Int(milliseconds) * 256 / 1000, 2]
        return PhoneClock(
            time: LocalMoment(value.map { UInt8(truncatingIfNeeded: $0) }),
            zone: zone.flatMap(PhoneZone.init))
    }

    @Test(
        "the first reading sets a clock that nobody keeps right",
        arguments: [
            (noon, noon, .agrees, "equal"), (noon, at(2027, 3, 1, 12, 0, 2), .agrees, "2 s"),
            (at(2027, 3, 1, 12, 0, 2), noon, .agrees, "2 s, the other way"),
            (noon, at(2027, 3, 1, 12, 0, 3), .set(by: .seconds(3)), "3 s"),
            (at(2027, 3, 1, 12, 0, 3), noon, .set(by: .seconds(-3)), "3 s ahead"),
            (at(1970, 1, 1, 0), noon, .set(by: .seconds(1_803_902_400)), "never set"),
            (at(2016, 11, 3, 17), noon, .set(by: .seconds(325_710_000)), "years late"),
            (at(2031, 3, 1, 12), noon, .set(by: .seconds(-126_230_400)), "years ahead"),
            (noon, at(2026, 11, 28, 23), .keep(.implausible), "before this program"),
            (at(2016, 1, 1, 0), at(2000, 1, 1, 12), .keep(.implausible), "a phone never set"),
            (
                at(2026, 11, 28, 0), at(2026, 11, 29, 0), .set(by: .seconds(86_400)),
                "the day of the release"
            ),
            (noon, at(2046, 1, 1, 0), .keep(.implausible), "far in the future"),
            (at(2046, 1, 1, 0), at(2046, 1, 1, 0), .keep(.implausible), "both of them"),
        ] as [(WallTime, WallTime, ClockSetting.Verdict, String)])
    func first(host: WallTime, phone: WallTime, expected: ClockSetting.Verdict, why: String) {
        var setting = ClockSetting()
        let verdict = setting.judge(
            Self.clock(phone), of: "A", host: host, isSynchronised: false, at: .zero)
        expect(verdict, is: expected, "\(why)")
    }

    @Test(
        "a time without a zone says nothing, and in summer the specification decides",
        arguments: [
            (noon, clock(noon, zone: nil), .keep(.incomplete), "no zone"),
            (noon, clock(noon, zone: [0x80, 0]), .keep(.incomplete), "an unknown zone"),
            (noon, PhoneClock(zone: PhoneZone([4, 0])), .keep(.incomplete), "no time"),
            (noon, PhoneClock(), .keep(.incomplete), "neither"),
            (
                at(2020, 7, 1, 0), clock(at(2027, 7, 1, 0), zone: [0x04, 0x04], offset: 120),
                .set(by: .seconds(220_838_400)), "summer is added to the zone"
            ),
            (
                at(2027, 7, 1, 0), clock(at(2027, 7, 1, 0, 0, 8), zone: [0x08, 0x04], offset: 120),
                .set(by: .seconds(8)), "summer is in the zone already, as the host's clock shows"
            ),
            (
                at(2027, 7, 1, 0), clock(at(2027, 7, 1, 0), zone: [0x08, 0x04], offset: 120),
                .agrees, "the same, and the clocks agree"
            ),
        ] as [(WallTime, PhoneClock, ClockSetting.Verdict, String)])
    func zone(host: WallTime, phone: PhoneClock, expected: ClockSetting.Verdict, why: String) {
        var setting = ClockSetting()
        let verdict = setting.judge(phone, of: "A", host: host, isSynchronised: false, at: .zero)
        expect(verdict, is: expected, "\(why)")
    }

    /// A reading: the phone, its lead in seconds, the minute, whether the clock is synchronised.
    private typealias Step = (
        phone: String, lead: Int, minute: Int, isSynchronised: Bool, expected: ClockSetting.Verdict
    )

    @Test func `a clock that was right follows the same phone, a little at a time`() {
        for (steps, why) in [
            (
                [
                    ("A", 10 * day, 0, false, .set(by: .seconds(10 * day))),
                    ("A", 0, 1, false, .agrees), ("A", 8, 2, false, .keep(.tooSoon)),
                    ("A", 8, 59, false, .keep(.tooSoon)),
                    ("A", 8, 60, false, .set(by: .seconds(8))),
                    ("A", 8, 119, false, .keep(.tooSoon)),
                    ("A", -3, 180, false, .set(by: .seconds(-3))),
                ], "once an hour"
            ),
            (
                [
                    ("A", 0, 0, false, .agrees), ("A", 600, 100, false, .set(by: .seconds(600))),
                    ("A", 601, 200, false, .keep(.tooFar(.seconds(601)))),
                    ("A", 3 * day, 300, false, .keep(.tooFar(.seconds(3 * day)))),
                    ("A", -60, 400, false, .set(by: .seconds(-60))),
                    ("A", -61, 500, false, .keep(.tooFar(.seconds(-61)))),
                    ("A", 0, 600, false, .agrees),
                ], "a phone that lies later moves the clock by minutes at most"
            ),
            (
                [
                    ("B", 0, 0, false, .agrees), ("A", 8, 1, false, .keep(.otherPhone)),
                    ("A", -400 * day, 100, false, .keep(.otherPhone)),
                    ("B", 8, 200, false, .set(by: .seconds(8))),
                ], "of several phones the first"
            ),
            (
                [
                    ("A", 8, 0, true, .keep(.synchronised)),
                    ("A", 400 * day, 1, true, .keep(.synchronised)),
                    ("A", 400 * day, 2, false, .keep(.tooFar(.seconds(400 * day)))),
                    ("B", 8, 3, false, .set(by: .seconds(8))),
                    ("B", 8, 100, true, .keep(.synchronised)),
                ], "a synchronised clock is never set, and was right"
            ),
            (
                [
                    ("A", 40 * 366 * day, 0, false, .keep(.implausible)),
                    ("B", day, 1, false, .set(by: .seconds(day))),
                ], "a phone with an implausible time is not the first"
            ),
        ] as [([Step], String)] {
            var setting = ClockSetting()
            for step in steps {
                let phone = Self.noon.advanced(by: .seconds(step.lead))
                let verdict = setting.judge(
                    Self.clock(phone), of: step.phone, host: Self.noon,
                    isSynchronised: step.isSynchronised, at: .seconds(60 * step.minute))
                expect(verdict, is: step.expected, "\(why), minute \(step.minute)")
            }
        }
    }

    @Test func `a phone that was forgotten lets another one take its place, for small steps`() {
        var setting = ClockSetting()
        func judge(_ bond: String, _ lead: Int) -> ClockSetting.Verdict {
            setting.judge(
                Self.clock(Self.noon.advanced(by: .seconds(lead))), of: bond, host: Self.noon,
                isSynchronised: false, at: .zero)
        }
        expect(judge("A", 0), is: .agrees)
        setting.forget("B")
        expect(judge("B", 8), is: .keep(.otherPhone), "another one was forgotten")
        setting.forget("A")
        expect(judge("B", 86_400), is: .keep(.tooFar(.seconds(86_400))), "the clock was right")
        expect(judge("B", 8), is: .set(by: .seconds(8)))
        expect(judge("A", 8), is: .keep(.otherPhone))
    }

    @Test func `no value and no clock of the host causes an overflow`() {
        var random = SystemRandomNumberGenerator()
        var setting = ClockSetting()
        for number in 0..<20_000 {
            let value = (0..<10).map { _ in UInt8.random(in: 0...255, using: &random) }
            let zone = PhoneZone([UInt8.random(in: 0...255), UInt8.random(in: 0...255)])
            for milliseconds in [0, -1_000_000_000_000, Int64.min, Int64.max] {
                _ = setting.judge(
                    PhoneClock(time: LocalMoment(value), zone: zone), of: "\(number % 3)",
                    host: WallTime(milliseconds: milliseconds), isSynchronised: false,
                    at: .seconds(number))
            }
        }
    }
}
