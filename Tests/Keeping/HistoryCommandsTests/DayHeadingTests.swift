import Expecting
import Linux
import Testing

@testable import HistoryCommands

struct DayHeadingTests {
    @Test func `a heading stands above the first notice of each day`() {
        var headings = DayHeadings(
            now: WallTime(2026, 11, 22, 13, 20), calendar: TestZone.middleEurope.calendar)
        let moments: [(WallTime, String)] = [
            (WallTime(2026, 11, 22, 13), "Sunday 22 November 2026, today\n"),
            (WallTime(2026, 11, 21, 23), ""),
            (WallTime(2026, 11, 21, 22, 59), "\nSaturday 21 November 2026, yesterday\n"),
            (WallTime(2026, 11, 21, 1), ""),
            (WallTime(2025, 12, 31, 23), "\nThursday 1 January 2026\n"),
            (WallTime(2025, 12, 31, 22), "\nWednesday 31 December 2025\n"),
            (WallTime(2026, 11, 23, 12), "\nMonday 23 November 2026\n"),
        ]
        for (moment, expected) in moments {
            expect(headings.lines(above: moment), is: expected)
        }
    }

    @Test func `a heading is bold where colour is welcome`() {
        var headings = DayHeadings(
            now: WallTime(2026, 11, 22), calendar: TestZone.india.calendar, isColored: true)
        expect(
            headings.lines(above: WallTime(2026, 11, 1)),
            is: "\u{1B}[1;4mSunday 1 November 2026\u{1B}[0m\n")
    }
}
