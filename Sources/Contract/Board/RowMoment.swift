package import Linux

/// When something was, as briefly as a row says it: by the clock today, by the day before and after.
package struct RowMoment: Hashable, Sendable {
    /// Hours and minutes.
    package let clock: String
    /// The day where it is not today: `Mon` within a week, then `12 Nov`, and the year where that is
    /// another one.
    package let day: String?

    /// The ways to say both, the longest first.
    private let forms: [String]

    /// The days before today that are told by the day of the week.
    private static let nearDays = 1...6

    /// - Parameter today: any moment of the day that is not told.
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

    /// As much of it as there is room for: the day before the clock, then the day alone, then the
    /// year of one that is far; empty where nothing of it fits.
    package func words(columns: Int) -> String {
        forms.first { $0.utf8.count <= columns } ?? ""
    }
}
