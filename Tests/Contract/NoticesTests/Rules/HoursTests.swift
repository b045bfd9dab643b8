import Expecting
import Testing

@testable import Linux
@testable import Notices

/// Which moments are within hours and days.
struct HoursTests {
    @Test(
        arguments: [
            (22 * 60, 7 * 60, 22, 0, true, "the start is in it"),
            (22 * 60, 7 * 60, 21, 59, false, "before the start"),
            (22 * 60, 7 * 60, 0, 0, true, "midnight"),
            (22 * 60, 7 * 60, 6, 59, true, "the last minute"),
            (22 * 60, 7 * 60, 7, 0, false, "the end is not in it"),
            (540, 1020, 9, 0, true, "within a day"), (540, 1020, 17, 0, false, "within a day"),
            (0, 1440, 23, 59, true, "all day"), (600, 600, 9, 59, true, "once around"),
            (600, 600, 10, 0, true, "once around"),
        ] as [(Int, Int, Int, Int, Bool, String)])
    func `a span may pass midnight`(
        _ start: Int, _ end: Int, _ hour: Int, _ minute: Int, _ isIn: Bool, _ why: String
    ) {
        let moment = MomentOfWeek(TestRules.time(hour, minute))
        expect(Hours(from: start, to: end).contains(moment), is: isIn, "\(why)")
    }

    @Test(
        arguments: [
            (20, 23, true, "Friday night"), (21, 3, true, "what is left of it on Saturday"),
            (20, 3, false, "what is left of Thursday's"), (21, 23, false, "Saturday night"),
        ] as [(Int, Int, Bool, String)])
    func `a night belongs to the day on which it begins`(
        _ day: Int, _ hour: Int, _ isIn: Bool, _ why: String
    ) {
        let hours = Hours(from: 1320, to: 420, days: [.friday])
        expect(hours.contains(MomentOfWeek(TestRules.time(hour, 0, day: day))), is: isIn, "\(why)")
    }

    @Test(
        arguments: [
            (2026, 11, 21, .saturday), (2026, 11, 22, .sunday), (2026, 11, 23, .monday),
            (2024, 2, 29, .thursday), (2024, 3, 1, .friday), (2000, 2, 29, .tuesday),
            (1970, 1, 1, .thursday), (2100, 2, 28, .sunday), (2100, 3, 1, .monday),
            (2026, 12, 31, .thursday), (2027, 1, 1, .friday),
        ] as [(Int, Int, Int, Weekday)])
    func `the day of the week is known`(_ year: Int, _ month: Int, _ day: Int, _ expected: Weekday)
    {
        let moment = MomentOfWeek(
            LocalTime(
                year: year, month: month, day: day, hour: 0, minute: 0, second: 0,
                offsetMinutes: 0))
        expect(moment.day, is: expected)
        let index = Weekday.allCases.firstIndex(of: expected) ?? 0
        expect(moment.dayBefore, is: Weekday.allCases[(index + 6) % 7])
    }
}
