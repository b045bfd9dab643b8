package import Linux

/// Short time of a row: the clock for today; for other days the day, with the clock if there is room.
package struct RowMoment: Hashable, Sendable {
    /// Hours and minutes.
    package let clock: String
    /// Day; nil for today.
    ///
    /// `Mon` within the last six days, then `12 Nov`, or month and year in another year.
    package let day: String?

    /// Forms of day and clock, longest first.
    private let forms: [String]

    /// Number of past days that are shown as weekdays.
    private static let nearDays = 1...6

    /// - Parameter today: any time of the current day, for which the day is omitted.
    package init(_ time: WallTime, asOf today: WallTime) {
        let local = time.local
        let (day, now) = (LocalDay(local), LocalDay(today))
        clock = local.shortClock
        if day == now {
            self.day = nil
            forms = [clock]
        } else if Self.nearDays.contains(now.number - day.number) {
            let weekday = LocalDay.weekdays[day.weekday]
            self.day = weekday
            forms = ["\(weekday) \(clock)", weekday]
        } else if day.date.year == now.date.year {
            let dense = "\(day.date.day)\(LocalDay.months[day.date.month - 1])"
            self.day = day.dayAndMonth
            forms = ["\(day.dayAndMonth) \(clock)", day.dayAndMonth, dense]
        } else {
            let month = "\(LocalDay.months[day.date.month - 1]) \(day.date.year)"
            self.day = month
            let date = "\(day.dayAndMonth) \(day.date.year)"
            forms = ["\(date) \(clock)", date, month, "\(day.date.year)"]
        }
    }

    /// Returns the longest form that fits into the columns; empty if none fits.
    package func words(columns: Int) -> String {
        forms.first { $0.utf8.count <= columns } ?? ""
    }
}
