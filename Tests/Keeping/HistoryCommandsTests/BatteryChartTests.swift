import Expecting
import History
import Linux
import Notices
import Testing

@testable import HistoryCommands

/// The chart of a battery: days as the clock of the host shows them.
struct BatteryChartTests {
    private static let ann = PhoneName("Ann's iPhone", bond: "AA")

    private static func level(_ level: Int, _ time: WallTime) -> StoredLevel {
        StoredLevel(level, of: ann, at: time)
    }

    private static func link(_ began: WallTime, _ ended: WallTime) -> LinkSpan {
        LinkSpan(phone: ann.name, began: began, ended: ended)
    }

    private static func lines(
        _ levels: [StoredLevel], _ links: [LinkSpan], since: WallTime, until: WallTime,
        now: WallTime? = nil, in zone: TestZone = .middleEurope
    ) -> [String] {
        BatteryChart(now: now ?? until, calendar: zone.calendar)
            .lines(levels, links, since: since, until: until)
    }

    /// Cells of so many half hours each.
    private static func cells(_ parts: (Character, Int)...) -> String {
        parts.map { String(repeating: $0.0, count: $0.1) }.joined()
    }

    // Midnight of 22 November 2026, in the middle of Europe.
    private static let day = WallTime(2026, 11, 21, 23)
    private static let nextDay = WallTime(2026, 11, 22, 23)

    @Test func `a day has a column for each half hour, and its lowest and highest level`() {
        let levels = [
            Self.level(100, Self.day), Self.level(50, WallTime(2026, 11, 22, 5)),
            Self.level(5, WallTime(2026, 11, 22, 11)), Self.level(0, WallTime(2026, 11, 22, 17)),
            Self.level(75, WallTime(2026, 11, 22, 20, 15)),
        ]
        let lines = Self.lines(
            levels, [Self.link(Self.day, Self.nextDay)], since: Self.day, until: Self.nextDay)
        let cells = Self.cells(("█", 12), ("▄", 12), ("▁", 18), ("▆", 6))
        expect(lines, is: ["Sun 22 Nov   \(cells)  0–100 %"])
        expect(
            BatteryChart.hours, is: "             0           6           12          18",
            "hours stand below their columns")
    }

    private static let times: [(links: [LinkSpan], cells: String, why: String)] = [
        ([], cells((" ", 2), ("▅", 1), (" ", 45)), "a report alone"),
        (
            [link(day, nextDay)], cells((" ", 2), ("▅", 46)),
            "nothing is known before the first report"
        ),
        (
            [link(day, WallTime(2026, 11, 22, 2))], cells((" ", 2), ("▅", 5), (" ", 41)),
            "it went away"
        ),
        (
            [
                link(day, WallTime(2026, 11, 22, 1)),
                link(WallTime(2026, 11, 22, 9), WallTime(2026, 11, 22, 10, 59)),
            ], cells((" ", 2), ("▅", 3), (" ", 15), ("▅", 4), (" ", 24)), "it came back"
        ),
    ]

    @Test(arguments: times.indices) func `a level is shown while the phone is connected`(
        _ index: Int
    ) {
        let (links, cells, why) = Self.times[index]
        let lines = Self.lines(
            [Self.level(60, WallTime(2026, 11, 22, 0, 10))], links, since: Self.day,
            until: Self.nextDay)
        expect(lines, is: ["Sun 22 Nov   \(cells)  60 %"], "\(why)")
    }

    @Test func `days without a known level have no line, and the future has no column`() {
        let levels = [
            Self.level(90, WallTime(2026, 11, 20, 12)), Self.level(80, WallTime(2026, 11, 22, 6)),
            // The clock was wrong.
            Self.level(10, WallTime(2027, 1, 1)),
        ]
        let links = [
            Self.link(WallTime(2026, 11, 20, 12), WallTime(2026, 11, 20, 13)),
            Self.link(WallTime(2026, 11, 22, 6), WallTime(2027, 1, 1)),
        ]
        let lines = Self.lines(
            levels, links, since: WallTime(2026, 11, 1), until: WallTime(2027, 2, 1),
            now: WallTime(2026, 11, 22, 8))
        expect(
            lines.map { $0.filter { $0 != " " } },
            is: ["Fri20Nov▇▇▇90%", "Sun22Nov▆▆▆▆80%"])
    }

    @Test func `the level at the beginning is that of the last report before it`() {
        let lines = Self.lines(
            [Self.level(40, WallTime(2026, 11, 1)), Self.level(39, WallTime(2026, 11, 22, 11))],
            [Self.link(WallTime(2026, 11, 1), Self.nextDay)], since: Self.day, until: Self.nextDay)
        expect(lines, is: ["Sun 22 Nov   \(Self.cells(("▃", 48)))  39–40 %"])
    }

    private static let changes: [(zone: TestZone, day: (Int, Int), cells: String, why: String)] = [
        (.middleEurope, (3, 29), cells(("▄", 4), (" ", 2), ("▄", 42)), "an hour is left out"),
        (.middleEurope, (10, 25), cells(("▄", 48)), "an hour comes twice"),
        (.atMidnight, (3, 29), cells((" ", 2), ("▄", 46)), "the day begins at one"),
        (.india, (3, 29), cells(("▄", 48)), "no hour is whole in UTC"),
    ]

    @Test(arguments: changes.indices) func `days on which clocks change are whole`(_ index: Int) {
        let (zone, (month, day), cells, why) = Self.changes[index]
        let from = zone.calendar.moment(LocalDay(year: 2026, month: month, day: day))
        let to = zone.calendar.moment(LocalDay(year: 2026, month: month, day: day + 1))
        let lines = Self.lines(
            [Self.level(50, from)], [Self.link(from, to)], since: from, until: to, in: zone)
        expect(lines.count, is: 1, "\(why)")
        #expect(lines.first?.dropFirst(13).hasPrefix(cells) == true, "\(why): \(lines)")
    }

    @Test func `other years are named, and of very many days the last ones are shown`() {
        let (first, last) = (WallTime(1990, 1, 1), WallTime(2026, 11, 22))
        let lines = Self.lines(
            [Self.level(50, first)], [Self.link(first, last)], since: first, until: last)
        expect(lines.count, is: BatteryChart.dayLimit)
        #expect(lines.last?.hasPrefix("Sun 22 Nov") == true, "\(lines.last ?? "")")
        #expect(lines.first?.hasPrefix("15 Nov 2016") == true, "\(lines.first ?? "")")
        expect(Self.lines([], [Self.link(first, last)], since: first, until: last), is: [])
    }
}
