internal import Linux

/// Times at which a phone is connected.
struct SamplePresence {
    /// Habits of one phone.
    struct Habits {
        let name: String
        /// Working days; Monday is 0.
        let workdays: Set<Int>
        /// Working hours including the commute, in minutes since midnight.
        let work: ClosedRange<Int>
    }

    static let phones = [
        Habits(name: "Mara's iPhone", workdays: [1, 3], work: 8 * 60 + 20...15 * 60 + 40),
        Habits(name: "Jonas' iPhone", workdays: [0, 1, 2, 3, 4], work: 7 * 60 + 30...17 * 60 + 20),
    ]

    /// Limit of cached days; the cache is cleared when it is full.
    private static let rememberedDays = 128

    let seed: UInt64
    let phone: Int
    private var remembered: [LocalDay: [Range<Int64>]] = [:]

    init(seed: UInt64, phone: Int) {
        self.seed = seed
        self.phone = phone
    }

    /// Returns the absences of a day in milliseconds since 1970.
    mutating func away(on day: LocalDay) -> [Range<Int64>] {
        if let away = remembered[day] { return away }
        if remembered.count >= Self.rememberedDays { remembered.removeAll() }
        let away = makeAway(on: day)
        remembered[day] = away
        return away
    }

    private func makeAway(on day: LocalDay) -> [Range<Int64>] {
        let habits = Self.phones[phone]
        var random = YearRandom(seed: seed, place: 1, phone, day.number)
        let kind = DayKind(day)
        var minutes: [Range<Int>] = []
        if kind.isJourney {
            let isFirst = !DayKind(day.advanced(by: -1)).isJourney
            let isLast = !DayKind(day.advanced(by: 1)).isJourney
            minutes = [(isFirst ? 9 * 60 + 25 : 0)..<(isLast ? 16 * 60 + 50 : 1440)]
        } else if kind.isWorkday, habits.workdays.contains(day.weekday), random.happens(0.93) {
            let begin = habits.work.lowerBound + random.whole(-12...15)
            minutes = [begin..<habits.work.upperBound + random.whole(-20...70)]
            if random.happens(0.2) {
                let begin = 18 * 60 + 50 + random.whole(0...60)
                minutes.append(begin..<begin + random.whole(60...170))
            }
        } else if random.happens(0.75) {
            let begin = 9 * 60 + 30 + random.whole(0...400)
            minutes = [begin..<begin + random.whole(25...190)]
        }
        // Occasional short connection losses.
        if minutes.isEmpty || random.happens(0.3), !kind.isJourney {
            let begin = random.whole(30...380)
            minutes.insert(begin..<begin + random.whole(1...4), at: 0)
        }
        return minutes.map { range in
            let (begin, end) = (range.lowerBound * 60, range.upperBound * 60)
            return day.moment(secondOfDay: begin)
                .milliseconds..<(end == 86_400
                ? day.advanced(by: 1).moment() : day.moment(secondOfDay: end))
                .milliseconds
        }
    }

    /// Returns the first time from `time` on at which the phone is present, and whether that is
    /// `time` itself.
    mutating func here(from time: Int64) -> (time: Int64, isAtOnce: Bool) {
        var here = time
        var day = LocalDay(WallTime(milliseconds: time))
        // No absence lasts 60 days.
        for _ in 0..<60 {
            for range in away(on: day) where range.contains(here) { here = range.upperBound }
            let next = LocalDay(WallTime(milliseconds: here))
            if next == day { break }
            day = next
        }
        return (here, here == time)
    }
}
