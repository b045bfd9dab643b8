import Linux

extension LocalDay {
    /// Supported years.
    static let years = 1...9999

    /// Returns the day with this date; nil if the date does not exist.
    static func at(year: Int, month: Int, day: Int) -> LocalDay? {
        guard years.contains(year), (1...12).contains(month), day >= 1,
            day <= daysInMonth(month, of: year)
        else { return nil }
        return LocalDay(year: year, month: month, day: day)
    }

    /// Returns the number of days in a month.
    static func daysInMonth(_ month: Int, of year: Int) -> Int {
        let next = month == 12 ? (year + 1, 1) : (year, month + 1)
        return LocalDay(year: next.0, month: next.1, day: 1).number
            - LocalDay(year: year, month: month, day: 1).number
    }

    /// The Monday of this day's week.
    var startOfWeek: LocalDay { advanced(by: -weekday) }

    var startOfMonth: LocalDay {
        let (year, month, _) = date
        return LocalDay(year: year, month: month, day: 1)
    }

    var startOfYear: LocalDay {
        LocalDay(year: date.year, month: 1, day: 1)
    }

    /// Returns the same day of another month, or that month's last day.
    func advanced(byMonths months: Int) -> LocalDay {
        let (year, month, day) = date
        let count = year * 12 + month - 1 + months
        let newYear = count >= 0 ? count / 12 : (count - 11) / 12
        let newMonth = count - newYear * 12 + 1
        return LocalDay(
            year: newYear, month: newMonth,
            day: min(day, Self.daysInMonth(newMonth, of: newYear)))
    }
}
