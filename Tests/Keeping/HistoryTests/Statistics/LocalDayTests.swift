import Expecting
import Foundation
import Testing

@testable import History
@testable import Linux

/// Days, hours and dates, in zones whose clocks are changed as well.
struct LocalDayTests {
    @Test(arguments: [
        (0, 1970, 1, 1, "Thu", "the beginning"), (-1, 1969, 12, 31, "Wed", "before it"),
        (11_016, 2000, 2, 29, "Tue", "a leap day that a century has"),
        (20_779, 2026, 11, 22, "Sun", "a day of this year"),
        (47_541, 2100, 3, 1, "Mon", "a century without a leap day"),
    ])
    func `a day knows its date`(
        _ number: Int, _ year: Int, _ month: Int, _ day: Int, _ weekday: String, _ why: Comment
    ) {
        let some = LocalDay(year: year, month: month, day: day)
        expect(some.number, is: number, why)
        #expect(some.date == (year, month, day), why)
        expect(LocalDay.weekdays[some.weekday], is: weekday, why)
    }

    @Test func `every day of two centuries has one date, and the next day the next`() {
        var last = (year: 1949, month: 12, day: 31)
        for number in LocalDay(year: 1950, month: 1, day: 1).number..<66_000 {
            let date = LocalDay(number: number).date
            let isNext =
                date == (last.year, last.month, last.day + 1)
                || date == (last.year, last.month + 1, 1) && last.day >= 28
                || date == (last.year + 1, 1, 1) && last == (last.year, 12, 31)
            if !isNext { Issue.record("\(date) follows \(last)") }
            if LocalDay(year: date.year, month: date.month, day: date.day).number != number {
                Issue.record("\(date) is not \(number)")
            }
            last = date
        }
    }

    @Test func `a day begins at local midnight, whatever is done to the clocks`() async {
        await #expect(processExitsWith: .success) {
            for zone in Zones.all {
                Zones.enter(zone)
                for number in 20_000..<20_800 {
                    let day = LocalDay(number: number)
                    let start = day.moment()
                    let before = WallTime(milliseconds: start.milliseconds - 1)
                    precondition(LocalDay(start) == day, zone)
                    precondition(LocalDay(before) == day.advanced(by: -1), zone)
                    let noon = day.moment(secondOfDay: 43_200).local
                    precondition(noon.hour == 12 && noon.minute == 0, zone)
                }
            }
        }
    }

    @Test func `a time that the clocks pass over is as much later`() async {
        await #expect(processExitsWith: .success) {
            for zone in Zones.all.prefix(3) {
                Zones.enter(zone)
                var skipped = 0
                for number in 20_000..<20_800 {
                    let local = LocalDay(number: number).moment(secondOfDay: 9000).local
                    if local.hour == 3 && local.minute == 30 { skipped += 1 }
                    precondition(
                        (local.hour, local.minute) == (2, 30)
                            || (local.hour, local.minute) == (3, 30), zone)
                }
                precondition(skipped == 2, zone)
            }
        }
    }

    @Test func `the clock says what the C library says, and asks it seldom`() async {
        await #expect(processExitsWith: .success) {
            for zone in Zones.all {
                Zones.enter(zone)
                var clock = LocalClock()
                var days = 0
                let start: Int64 = 1_767_225_600_000
                for minute in 0..<(370 * 1440 / 7) {
                    let time = WallTime(milliseconds: start + Int64(minute) * 7 * 60_000)
                    if clock.move(to: time) { days += 1 }
                    precondition(clock.day == LocalDay(time), zone)
                    precondition(clock.hour == time.local.hour, zone)
                }
                precondition((370...371).contains(days), zone)
            }
        }
    }
}

/// Zones as POSIX writes them, so that no data of zones is needed.
enum Zones {
    /// The first three change at two o'clock.
    static let all = [
        "CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT,M3.2.0,M11.1.0", "NZST-12NZDT,M9.5.0,M4.1.0/3",
        "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "<-04>4<-03>,M9.1.6/24,M4.1.6/24",
        "<+0545>-5:45", "UTC0", "<-12>12", "<+14>-14",
    ]

    /// Makes this process live in a zone; only for one that ends soon.
    static func enter(_ zone: String) {
        unsafe setenv("TZ", zone, 1)
        tzset()
    }
}
