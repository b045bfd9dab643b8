package import Linux

/// When something was, as briefly as a row says it: by the clock today, by the day before and after.
package struct RowMoment: Hashable, Sendable {
    /// Hours and minutes.
    package let clock: String
    /// The day where it is not today: `Mon` within a week, then `12 Nov`, and the year where that is
    /// another one.
    package let day: String?

    /// The days before today that are told by the day of the week.
    private static let nearDays = 1...6

    /// - Parameter today: any moment of the day that is not told.
    package init(_ time: WallTime, asOf today: WallTime) {
        let local = time.local
        let (day, now) = (LocalDay(local), LocalDay(today))
        clock = Self.twoDigits(local.hour) + ":" + Self.twoDigits(local.minute)
        if day == now {
            self.day = nil
        } else if Self.nearDays.contains(now.number - day.number) {
            self.day = LocalDay.weekdays[day.weekday]
        } else if day.date.year == now.date.year {
            self.day = day.dayAndMonth
        } else {
            self.day = "\(LocalDay.months[day.date.month - 1]) \(day.date.year)"
        }
    }

    /// As much of it as there is room for: the day before the clock, or alone where only one fits.
    package func words(columns: Int) -> String {
        guard let day else { return clock }
        let both = "\(day) \(clock)"
        return both.utf8.count <= columns ? both : String(day.prefix(max(0, columns)))
    }

    private static func twoDigits(_ number: Int) -> String {
        (number < 10 ? "0" : "") + "\(number)"
    }
}
