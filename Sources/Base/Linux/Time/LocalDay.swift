/// A calendar day.
package struct LocalDay: Hashable, Comparable, Sendable {
    /// Days since 1 January 1970; may be negative.
    package let number: Int

    package init(number: Int) {
        self.number = number
    }

    /// Creates a day from a Gregorian date.
    package init(year: Int, month: Int, day: Int) {
        // Years that begin in March put the leap day at their end.
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        number = era * 146_097 + dayOfEra - 719_468
    }

    /// Creates the day of a moment in the local time zone.
    package init(_ time: WallTime) {
        self.init(time.local)
    }

    package init(_ local: LocalTime) {
        self.init(year: local.year, month: local.month, day: local.day)
    }

    /// Compares two days.
    package static func < (left: LocalDay, right: LocalDay) -> Bool {
        left.number < right.number
    }

    /// Returns the day this many days later.
    package func advanced(by days: Int) -> LocalDay {
        LocalDay(number: number + days)
    }

    /// The day of the week; Monday is 0.
    package var weekday: Int {
        // 1 January 1970 was a Thursday.
        ((number + 3) % 7 + 7) % 7
    }

    /// Year, month and day of the month.
    package var date: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        )
    }

    /// Returns the moment at this many seconds after midnight, local time; a time skipped by a
    /// clock change is shifted by the change.
    package func moment(secondOfDay: Int = 0) -> WallTime {
        let universal = Int64(number) * 86_400_000 + Int64(secondOfDay) * 1000
        // The moment, with the zone offset at the guessed moment.
        func moment(likeAt guess: Int64) -> Int64 {
            universal - Int64(WallTime(milliseconds: guess).local.offsetMinutes) * 60_000
        }
        let first = moment(likeAt: universal)
        let second = moment(likeAt: first)
        let isThere = moment(likeAt: second) == second
        return WallTime(milliseconds: isThere ? second : max(first, second))
    }
}

extension WallTime {
    /// Creates the moment of a date and time in a zone with this offset from UTC.
    package init(
        _ day: LocalDay, hour: Int, minute: Int, second: Int, offsetMinutes: Int
    ) {
        let seconds = (hour * 60 + minute - offsetMinutes) * 60 + second
        self.init(milliseconds: Int64(day.number) * 86_400_000 + Int64(seconds) * 1000)
    }
}

extension LocalDay {
    /// Abbreviated weekdays, Monday first.
    package static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    /// Abbreviated months.
    package static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Day and month, such as `23 Nov`.
    package var dayAndMonth: String {
        "\(date.day) \(Self.months[date.month - 1])"
    }
}
