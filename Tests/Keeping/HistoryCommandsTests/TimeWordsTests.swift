import Expecting
import History
import Linux
import Testing

@testable import HistoryCommands

struct TimeWordsTests {
    /// Sunday, 22 November 2026, 14:20 in the middle of Europe.
    private static let now = WallTime(2026, 11, 22, 13, 20)

    private func read(
        _ words: String, now: WallTime = Self.now, zone: TestZone = .middleEurope
    ) -> String? {
        TimeWords(now: now, calendar: zone.calendar).span(words).map { span in
            span.start == span.end ? span.start.text : "\(span.start.text) to \(span.end.text)"
        }
    }

    @Test(arguments: [
        ("now", "2026-11-22 13:20:00"),
        ("today", "2026-11-21 23:00:00 to 2026-11-22 23:00:00"),
        (" ToDay ", "2026-11-21 23:00:00 to 2026-11-22 23:00:00"),
        ("yesterday", "2026-11-20 23:00:00 to 2026-11-21 23:00:00"),
        ("sunday", "2026-11-21 23:00:00 to 2026-11-22 23:00:00"),
        ("last sunday", "2026-11-14 23:00:00 to 2026-11-15 23:00:00"),
        ("monday", "2026-11-15 23:00:00 to 2026-11-16 23:00:00"),
        ("mon", "2026-11-15 23:00:00 to 2026-11-16 23:00:00"),
        ("last monday", "2026-11-15 23:00:00 to 2026-11-16 23:00:00"),
        ("thurs", "2026-11-18 23:00:00 to 2026-11-19 23:00:00"),
        ("this week", "2026-11-15 23:00:00 to 2026-11-22 23:00:00"),
        ("last week", "2026-11-08 23:00:00 to 2026-11-15 23:00:00"),
        ("this month", "2026-10-31 23:00:00 to 2026-11-30 23:00:00"),
        ("last month", "2026-09-30 22:00:00 to 2026-10-31 23:00:00"),
        ("this year", "2025-12-31 23:00:00 to 2026-12-31 23:00:00"),
        ("last year", "2024-12-31 23:00:00 to 2025-12-31 23:00:00"),
        ("november", "2026-10-31 23:00:00 to 2026-11-30 23:00:00"),
        ("last november", "2025-10-31 23:00:00 to 2025-11-30 23:00:00"),
        ("december", "2025-11-30 23:00:00 to 2025-12-31 23:00:00"),
        ("last december", "2025-11-30 23:00:00 to 2025-12-31 23:00:00"),
        ("mar", "2026-02-28 23:00:00 to 2026-03-31 22:00:00"),
        ("sept", "2026-08-31 22:00:00 to 2026-09-30 22:00:00"),
        ("march 2024", "2024-02-29 23:00:00 to 2024-03-31 22:00:00"),
        ("3 november", "2026-11-02 23:00:00 to 2026-11-03 23:00:00"),
        ("nov 3", "2026-11-02 23:00:00 to 2026-11-03 23:00:00"),
        ("nov 23", "2025-11-22 23:00:00 to 2025-11-23 23:00:00"),
        ("3 nov 2024", "2024-11-02 23:00:00 to 2024-11-03 23:00:00"),
        ("November 3, 2024", "2024-11-02 23:00:00 to 2024-11-03 23:00:00"),
        ("29 feb", "2024-02-28 23:00:00 to 2024-02-29 23:00:00"),
        ("2026", "2025-12-31 23:00:00 to 2026-12-31 23:00:00"),
        ("2026-11", "2026-10-31 23:00:00 to 2026-11-30 23:00:00"),
        ("2026-12", "2026-11-30 23:00:00 to 2026-12-31 23:00:00"),
        ("2026-11-03", "2026-11-02 23:00:00 to 2026-11-03 23:00:00"),
        ("2026-12-31", "2026-12-30 23:00:00 to 2026-12-31 23:00:00"),
        ("2024-02-29", "2024-02-28 23:00:00 to 2024-02-29 23:00:00"),
    ])
    func `a day, week, month or year is meant as a whole`(_ words: String, _ expected: String) {
        expect(read(words), is: expected)
    }

    @Test(arguments: [
        ("2026-11-03 14:30", "2026-11-03 13:30:00", "the clock of the machine"),
        ("2026-11-03T14:30", "2026-11-03 13:30:00", "as programs write it"),
        ("2026-11-03 14:30:59", "2026-11-03 13:30:59", "with seconds"),
        ("2026-07-03 14:30", "2026-07-03 12:30:00", "in summer"),
        ("2026-11-03T14:30:00.250+01:00", "2026-11-03 13:30:00", "as the output has it"),
        ("2026-11-03T14:30:00Z", "2026-11-03 14:30:00", "in UTC"),
        ("9:05", "2026-11-22 08:05:00", "today"),
        ("14:20", "2026-11-22 13:20:00", "just now"),
        ("14:21", "2026-11-21 13:21:00", "yesterday: today's has not been"),
        ("yesterday 23:59", "2026-11-21 22:59:00", "a day and a clock"),
        ("yesterday at 14:30", "2026-11-21 13:30:00", "with a word between them"),
        ("last monday 8:00", "2026-11-16 07:00:00", "any day"),
        ("3 nov 8:00", "2026-11-03 07:00:00", "a date in words"),
        ("today 0:00", "2026-11-21 23:00:00", "midnight is the beginning"),
    ])
    func `a time of day is a moment`(_ words: String, _ expected: String, _ why: String) {
        expect(read(words), is: expected, "\(why)")
    }

    /// Monday, 23 November 2026, at one o'clock in the morning in the middle of Europe.
    private static let early = WallTime(2026, 11, 23, 0, 0)
    /// Thursday, 29 February 2024, at one o'clock in the morning.
    private static let leapDay = WallTime(2024, 2, 29, 0, 0)
    /// Thursday, 1 January 2026, half an hour after midnight.
    private static let newYear = WallTime(2025, 12, 31, 23, 30)

    @Test(arguments: [
        (early, "monday at 8:00", "2026-11-16 07:00:00", "today's is yet to come"),
        (early, "mon 8:00", "2026-11-16 07:00:00", "the same, shorter"),
        (early, "monday at 1:00", "2026-11-23 00:00:00", "just now"),
        (early, "monday at 0:59", "2026-11-22 23:59:00", "today's has been"),
        (early, "last monday at 8:00", "2026-11-16 07:00:00", "never today's"),
        (early, "last monday at 0:30", "2026-11-15 23:30:00", "never today's"),
        (early, "sunday at 23:30", "2026-11-22 22:30:00", "yesterday"),
        (early, "tuesday at 8:00", "2026-11-17 07:00:00", "of last week"),
        (early, "at 18:00", "2026-11-22 17:00:00", "yesterday: today's is yet to come"),
        (early, "18:00", "2026-11-22 17:00:00", "the same"),
        (early, "at 0:30", "2026-11-22 23:30:00", "today"),
        (early, "today at 0:30", "2026-11-22 23:30:00", "it has been"),
        (early, "today at 18:00", "2026-11-23 17:00:00", "today says which day, come or not"),
        (early, "yesterday at 18:00", "2026-11-22 17:00:00", "yesterday says it, too"),
        (early, "23 nov 8:00", "2025-11-23 07:00:00", "this year's is yet to come"),
        (early, "nov 23, 0:30", "2026-11-22 23:30:00", "this year's has been"),
        (early, "22 nov at 8:00", "2026-11-22 07:00:00", "it has been"),
        (early, "24 nov at 8:00", "2025-11-24 07:00:00", "its day has not begun"),
        (early, "23 nov 2026 8:00", "2026-11-23 07:00:00", "its year says it, come or not"),
        (early, "2026-11-23 8:00", "2026-11-23 07:00:00", "the same in digits"),
        (early, "2026-11-23T08:00", "2026-11-23 07:00:00", "the same as programs write it"),
        (early, "monday", "2026-11-22 23:00:00 to 2026-11-23 23:00:00", "it has begun"),
        (early, "november", "2026-10-31 23:00:00 to 2026-11-30 23:00:00", "it has begun"),
        (leapDay, "29 feb 8:00", "2020-02-29 07:00:00", "the one four years before"),
        (leapDay, "29 feb 0:30", "2024-02-28 23:30:00", "this one"),
        (newYear, "thursday at 8:00", "2025-12-25 07:00:00", "into the year before"),
        (newYear, "1 jan 8:00", "2025-01-01 07:00:00", "the one a year before"),
        (newYear, "at 8:00", "2025-12-31 07:00:00", "the last day of the year"),
    ])
    func `what comes again and again has been`(
        _ now: WallTime, _ words: String, _ expected: String, _ why: String
    ) {
        expect(read(words, now: now), is: expected, "\(why)")
    }

    @Test func `only a day that is named beyond doubt is yet to come`() {
        let days = ["", "mon", "tuesday", "wed", "thu", "fri", "sat", "sunday", "23 nov", "24 nov"]
        let calendar = TestZone.middleEurope.calendar
        for day in days + ["yesterday", "last mon", "last sun"] {
            for hour in 0...23 {
                for now in [Self.now, Self.early, Self.leapDay, Self.newYear] {
                    let words = "\(day) \(hour):30"
                    let meaning = TimeWords(now: now, calendar: calendar).span(words)
                    #expect((meaning?.start.milliseconds ?? .max) <= now.milliseconds, "\(words)")
                }
            }
        }
    }

    @Test(arguments: [
        ("2h", "2026-11-22 11:20:00"), ("2 hours ago", "2026-11-22 11:20:00"),
        ("30min", "2026-11-22 12:50:00"), ("30 m", "2026-11-22 12:50:00"),
        ("90s", "2026-11-22 13:18:30"), ("1h30min", "2026-11-22 11:50:00"),
        ("1h 30 minutes ago", "2026-11-22 11:50:00"), ("3 days", "2026-11-19 13:20:00"),
        ("3d", "2026-11-19 13:20:00"), ("2 weeks", "2026-11-08 13:20:00"),
        ("1 month", "2026-10-22 12:20:00"), ("6 months ago", "2026-05-22 12:20:00"),
        ("1y", "2025-11-22 13:20:00"), ("last hour", "2026-11-22 12:20:00"),
        ("last 24 hours", "2026-11-21 13:20:00"), ("past 7 days", "2026-11-15 13:20:00"),
        ("past week", "2026-11-15 13:20:00"), ("0s", "2026-11-22 13:20:00"),
    ])
    func `a time that has passed ends now`(_ words: String, _ expected: String) {
        expect(read(words), is: expected)
    }

    @Test(arguments: [
        (WallTime(2026, 3, 31, 10), "1 month", "2026-02-28 11:00:00", "February is shorter"),
        (WallTime(2024, 3, 31, 10), "1 month", "2024-02-29 11:00:00", "not so much that year"),
        (WallTime(2026, 5, 31, 10), "1 month", "2026-04-30 10:00:00", "so is April"),
        (WallTime(2024, 2, 29, 10), "1 year", "2023-02-28 10:00:00", "a leap year"),
        (WallTime(2026, 1, 31, 10), "2 months", "2025-11-30 10:00:00", "into the year before"),
        (WallTime(2026, 1, 1, 10), "yesterday", "2025-12-30 23:00:00 to 2025-12-31 23:00:00", "-"),
        (
            WallTime(2026, 1, 15, 10), "last month", "2025-11-30 23:00:00 to 2025-12-31 23:00:00",
            "-"
        ),
        (WallTime(2026, 3, 1, 10), "yesterday", "2026-02-27 23:00:00 to 2026-02-28 23:00:00", "-"),
        (
            WallTime(2026, 12, 31, 23, 30), "today", "2026-12-31 23:00:00 to 2027-01-01 23:00:00",
            "it is next year here"
        ),
        (
            WallTime(2026, 11, 16, 10), "monday", "2026-11-15 23:00:00 to 2026-11-16 23:00:00",
            "today is one"
        ),
        (
            WallTime(2026, 11, 16, 10), "last monday", "2026-11-08 23:00:00 to 2026-11-09 23:00:00",
            "not today's"
        ),
    ])
    func `months and years end where they end`(
        _ now: WallTime, _ words: String, _ expected: String, _ why: String
    ) {
        expect(read(words, now: now), is: expected, "\(why)")
    }

    @Test(arguments: [
        (
            WallTime(2026, 3, 29, 10), "today", "2026-03-28 23:00:00 to 2026-03-29 22:00:00",
            "23 hours"
        ),
        (
            WallTime(2026, 10, 25, 10), "today", "2026-10-24 22:00:00 to 2026-10-25 23:00:00",
            "25 hours"
        ),
        (WallTime(2026, 3, 29, 10), "2:30", "2026-03-29 01:30:00", "there is none: as much later"),
        (WallTime(2026, 3, 29, 10), "3:00", "2026-03-29 01:00:00", "the first moment after it"),
        (WallTime(2026, 10, 25, 10), "2:30", "2026-10-25 00:30:00", "the first of two"),
        (WallTime(2026, 10, 25, 10), "3:00", "2026-10-25 02:00:00", "there is one"),
        (WallTime(2026, 3, 29, 10), "1 day", "2026-03-28 11:00:00", "the same clock"),
        (WallTime(2026, 3, 29, 10), "24h", "2026-03-28 10:00:00", "so many hours"),
        (WallTime(2026, 10, 26, 10), "1 week", "2026-10-19 09:00:00", "the same clock"),
        (
            WallTime(2026, 3, 29, 10), "this week", "2026-03-22 23:00:00 to 2026-03-29 22:00:00",
            "an hour less"
        ),
    ])
    func `clocks that are changed are taken into account`(
        _ now: WallTime, _ words: String, _ expected: String, _ why: String
    ) {
        expect(read(words, now: now), is: expected, "\(why)")
    }

    @Test(arguments: [
        ("2026-03-29", "2026-03-28 22:00:00 to 2026-03-29 21:00:00", "it begins at one"),
        ("2026-03-28", "2026-03-27 22:00:00 to 2026-03-28 22:00:00", "the day before is whole"),
        ("2026-10-24", "2026-10-23 21:00:00 to 2026-10-24 22:00:00", "its last hour comes twice"),
        ("2026-10-25", "2026-10-24 22:00:00 to 2026-10-25 22:00:00", "and the next is whole"),
    ])
    func `a day without a midnight begins when it begins`(
        _ words: String, _ expected: String, _ why: String
    ) {
        expect(read(words, zone: .atMidnight), is: expected, "\(why)")
    }

    @Test func `a zone may be half an hour apart`() {
        expect(read("today", zone: .india), is: "2026-11-21 18:30:00 to 2026-11-22 18:30:00")
        expect(read("9:00", zone: .india), is: "2026-11-22 03:30:00")
    }

    @Test(arguments: TestZone.allCases)
    func `each day of a year begins where the one before ends`(_ zone: TestZone) throws {
        let calendar = zone.calendar
        var day = LocalDay(year: 2026, month: 1, day: 1)
        while day.date.year == 2026 {
            let start = calendar.moment(day)
            expect(calendar.day(of: start), is: day)
            let before = calendar.day(of: WallTime(milliseconds: start.milliseconds - 1))
            // Midnight that comes twice begins the day the first time.
            expect(before, is: day.advanced(by: -1), "\(day)")
            day = day.advanced(by: 1)
        }
    }

    @Test(arguments: [
        "", " ", "tomorrow", "soon", "last", "this", "this monday", "last today", "2026-13",
        "2026-02-29", "2026-11-31", "2026-1-1", "26-11-03", "0000", "24:00", "12:60", "12:5",
        "1:2:3",
        "30", "-2h", "2.5h", "2 fortnights", "h", "ago", "2h ago ago", "last 2h ago", "march 14:30",
        "last week 8:00", "32 march", "30 feb", "march march", "3 3", "march 226", "9999999h",
        "999999y", "today yesterday", "2026-11-03 2026-11-04", "14:30 14:30", "at 14:30 at",
        "\u{1B}[31m", "１２:３０", "2026-11-03T", "T14:30", "1h 1h 1h 1h 1h 1h 1h", "monday, tuesday",
        "２０２６", "2026-11-03T14:30:00+99:99:99", "today\u{0}",
    ])
    func `what means nothing is told apart`(_ words: String) {
        expect(read(words), is: nil)
    }

    @Test func `nobody's words disturb it`() {
        let pieces = [
            "last", "this", "monday", "2026", "-", "11", ":", "ago", "h", "999999", " ", "T", "+",
            "3",
            "may", "\u{301}", "𝟛", "",
        ]
        for first in pieces {
            for second in pieces {
                for third in pieces {
                    _ = read(first + second + third)
                    _ = read([first, second, third].joined(separator: " "))
                }
            }
        }
        expect(read(String(repeating: "1h ", count: 100_000)), is: nil)
    }

    @Test(
        arguments: [
            ("yesteday", "yesterday"), ("mondy", "monday"), ("last wensday", "wednesday"),
            ("novmber", "november"), ("3 dyas", "days"), ("xyzzy", nil), ("2026-13", nil),
        ] as [(String, String?)])
    func `what was probably meant is known`(_ words: String, _ near: String?) {
        expect(TimeWords(now: Self.now, calendar: TestZone.india.calendar).near(words), is: near)
    }
}
