import History
import Linux

@testable import HistoryCommands

/// Zones of which the tests know when their clocks change, wherever they run.
enum TestZone: String, CaseIterable, Sendable {
    /// One hour ahead of UTC, two in summer; changed at 1:00 UTC on the last Sunday of March and October.
    case middleEurope
    /// Changed at midnight, which one day a year does not have and another has twice.
    case atMidnight
    /// Five and a half hours ahead, always.
    case india

    var calendar: LocalCalendar {
        LocalCalendar { moment in
            let shown = WallTime(milliseconds: moment.milliseconds + offset(at: moment) * 60_000)
                .universal
            return LocalTime(
                year: shown.year, month: shown.month, day: shown.day, hour: shown.hour,
                minute: shown.minute, second: shown.second, offsetMinutes: Int(offset(at: moment)))
        }
    }

    private func offset(at moment: WallTime) -> Int64 {
        let year = moment.universal.year
        switch self {
        case .india: return 330
        case .middleEurope:
            let summer = Self.lastSunday(of: 3, year, at: 1)..<Self.lastSunday(of: 10, year, at: 1)
            return summer.contains(moment.milliseconds) ? 120 : 60
        case .atMidnight:
            // Forward at 0:00, which is 22:00 the day before in UTC; back at 0:00 of summer.
            let summer =
                Self.lastSunday(of: 3, year, at: -2)..<Self.lastSunday(of: 10, year, at: -3)
            return summer.contains(moment.milliseconds) ? 180 : 120
        }
    }

    private static func lastSunday(of month: Int, _ year: Int, at hour: Int64) -> Int64 {
        let last = LocalDay(year: year, month: month, day: 31)
        let sunday = last.advanced(by: -((last.weekday + 1) % 7))
        return (Int64(sunday.number) * 24 + hour) * 3_600_000
    }
}

extension WallTime {
    /// The moment as the tests write it, in UTC.
    var text: String {
        let time = universal
        let digits = [time.month, time.day, time.hour, time.minute, time.second].map { number in
            number < 10 ? "0\(number)" : "\(number)"
        }
        return "\(time.year)-\(digits[0])-\(digits[1]) \(digits[2]):\(digits[3]):\(digits[4])"
    }

    /// A moment in UTC.
    init(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) {
        let days = Int64(LocalDay(year: year, month: month, day: day).number)
        self.init(milliseconds: ((days * 24 + Int64(hour)) * 60 + Int64(minute)) * 60_000)
    }
}
