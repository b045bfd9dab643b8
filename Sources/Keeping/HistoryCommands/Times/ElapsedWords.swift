import History
import Linux

/// Parser of elapsed times: "2h", "3 days ago", "1h 30min".
struct ElapsedWords {
    private enum Unit {
        case seconds(Int64)
        case days(Int)
        case months(Int)
    }

    /// Limit of digits; no history reaches further back.
    private static let digits = 6
    /// Limit of parts; "1h 30min" has two.
    private static let partLimit = 6

    private static let units: [(words: [String], unit: Unit)] = [
        (["s", "sec", "secs", "second", "seconds"], .seconds(1)),
        (["m", "min", "mins", "minute", "minutes"], .seconds(60)),
        (["h", "hr", "hrs", "hour", "hours"], .seconds(3600)),
        (["d", "day", "days"], .days(1)),
        (["w", "week", "weeks"], .days(7)),
        (["month", "months"], .months(1)),
        (["y", "year", "years"], .months(12)),
    ]

    /// Unit names of more than three letters, for suggestions.
    static let all = units.flatMap(\.words).filter { $0.utf8.count > 3 }

    let now: WallTime
    let calendar: LocalCalendar

    /// Returns the time of an expression; nil if it is invalid.
    func moment(_ words: ArraySlice<String>) -> WallTime? {
        var words = words
        let isLast = words.first == "last" || words.first == "past"
        if isLast { words = words.dropFirst() }
        if words.last == "ago" {
            if isLast { return nil }
            words = words.dropLast()
        }
        var parts = words.flatMap(Self.parts)[...]
        // "the last hour" means one hour.
        if isLast, parts.count == 1 { parts.insert("1", at: parts.startIndex) }
        guard !parts.isEmpty, parts.count.isMultiple(of: 2), parts.count / 2 <= Self.partLimit
        else { return nil }
        var (months, days, seconds) = (0, 0, Int64(0))
        while let number = parts.popFirst(), let word = parts.popFirst() {
            guard let count = Number.read(number, digits: Self.digits),
                let unit = Self.units.first(where: { $0.words.contains(word) })?.unit
            else { return nil }
            switch unit {
            case .months(let size): months += count * size
            case .days(let size): days += count * size
            case .seconds(let size): seconds += Int64(count) * size
            }
        }
        return moment(months: months, days: days, seconds: seconds)
    }

    /// Returns the time that is this long ago; nil before the year 1.
    ///
    /// Days and longer units keep the local clock time. Shorter units are elapsed seconds, even across
    /// a change to or from summer time.
    private func moment(months: Int, days: Int, seconds: Int64) -> WallTime? {
        var moment = now
        if months > 0 || days > 0 {
            let local = calendar.local(now)
            let day = LocalDay(local).advanced(byMonths: -months).advanced(by: -days)
            guard LocalDay.years.contains(day.date.year) else { return nil }
            moment = calendar.moment(day, clock: LocalCalendar.Clock(local))
            let fraction = (now.milliseconds % 1000 + 1000) % 1000
            moment = WallTime(milliseconds: moment.milliseconds + fraction)
        }
        return WallTime(milliseconds: moment.milliseconds - seconds * 1000)
    }

    /// Splits a word into runs of digits and of other characters.
    private static func parts(of word: String) -> [String] {
        var parts: [String] = []
        var wasDigit: Bool?
        for character in word {
            let isDigit = ("0"..."9").contains(character)
            if isDigit == wasDigit, let last = parts.popLast() {
                parts.append(last + String(character))
            } else {
                parts.append(String(character))
            }
            wasDigit = isDigit
        }
        return parts
    }
}
