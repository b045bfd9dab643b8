internal import Linux

/// Properties of a day that decide how much happens on it, and when.
struct DayKind {
    let day: LocalDay
    let isWorkday: Bool
    /// Factor for the amount of private messages and calls.
    let cheer: Double
    let isNewYear: Bool

    init(_ day: LocalDay) {
        self.day = day
        let (_, month, dayOfMonth) = day.date
        let holiday = (month, dayOfMonth)
        isNewYear = holiday == (1, 1)
        let isHoliday =
            isNewYear || holiday == (5, 1) || month == 12 && (24...26).contains(dayOfMonth)
        isWorkday = day.weekday < 5 && !isHoliday
        cheer =
            switch (month, dayOfMonth) {
            case (12, 24), (12, 25), (1, 1): 2.6
            case (12, 23), (12, 26), (12, 31): 1.7
            case (7...8, _): 0.85
            default: 1
            }
    }

    /// Whether the household is travelling with its phones.
    var isJourney: Bool {
        let (_, month, dayOfMonth) = day.date
        return month == 8 && (3...14).contains(dayOfMonth)
            || month == 2 && (12...15).contains(dayOfMonth)
    }

    /// Hours of private messages and calls.
    var leisure: HourWeights {
        isNewYear ? .midnight : isWorkday ? .evening : .dayOff
    }
}
