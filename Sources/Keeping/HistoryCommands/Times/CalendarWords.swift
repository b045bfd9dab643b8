import Linux

/// Parser of words for days, weeks, months and years.
///
/// A recurring name, such as a weekday or month, means the latest one that has begun.
struct CalendarWords {
    static let weekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
    static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
    ]
    /// Abbreviations in addition to the names and their first three letters.
    private static let shortenings = [
        "tues": "tuesday", "thur": "thursday", "thurs": "thursday", "sept": "september",
    ]
    /// Longest distance in years between two days of 29 February.
    private static let leapYears = 8

    /// Words that can begin an expression.
    static let all = ["today", "yesterday", "this", "last"] + weekdays + months

    let today: LocalDay

    /// Returns the days of an expression; nil if it is invalid.
    func days(_ words: ArraySlice<String>) -> Range<LocalDay>? {
        guard let first = words.first else { return nil }
        switch words.count {
        case 1: return named(first) ?? weekday(first, before: nil) ?? month(first) ?? date(first)
        case 2:
            let second = words[words.startIndex + 1]
            if first == "this" { return period(second, ago: 0) }
            if first == "last" {
                return period(second, ago: 1) ?? weekday(second, before: today) ?? lastMonth(second)
            }
            return month(first, of: second) ?? dayOfMonth(first, second, year: nil)
                ?? dayOfMonth(second, first, year: nil)
        case 3:
            let (second, third) = (words[words.startIndex + 1], words[words.startIndex + 2])
            return dayOfMonth(first, second, year: third) ?? dayOfMonth(second, first, year: third)
        default: return nil
        }
    }

    private func day(_ day: LocalDay) -> Range<LocalDay> {
        day..<day.advanced(by: 1)
    }

    private func named(_ word: String) -> Range<LocalDay>? {
        switch word {
        case "today": day(today)
        case "yesterday": day(today.advanced(by: -1))
        default: nil
        }
    }

    private func period(_ word: String, ago count: Int) -> Range<LocalDay>? {
        switch word {
        case "week":
            let start = today.startOfWeek.advanced(by: -7 * count)
            return start..<start.advanced(by: 7)
        case "month":
            let start = today.startOfMonth.advanced(byMonths: -count)
            return start..<start.advanced(byMonths: 1)
        case "year":
            let start = today.startOfYear.advanced(byMonths: -12 * count)
            return start..<start.advanced(byMonths: 12)
        default: return nil
        }
    }

    /// Returns the latest day of this name: before `limit`, or until today if that is nil.
    private func weekday(_ word: String, before limit: LocalDay?) -> Range<LocalDay>? {
        guard let number = Self.number(of: word, among: Self.weekdays) else { return nil }
        let latest = limit?.advanced(by: -1) ?? today
        return day(latest.advanced(by: -((latest.weekday - number + 7) % 7)))
    }

    /// Returns the latest month of this name.
    private func month(_ word: String) -> Range<LocalDay>? {
        guard let month = Self.number(of: word, among: Self.months).map({ $0 + 1 }) else {
            return nil
        }
        let (year, current, _) = today.date
        return self.month(month, of: month <= current ? year : year - 1)
    }

    /// Returns the latest month of this name that has ended.
    private func lastMonth(_ word: String) -> Range<LocalDay>? {
        guard let latest = month(word) else { return nil }
        guard latest.contains(today) else { return latest }
        let start = latest.lowerBound.advanced(byMonths: -12)
        return start..<start.advanced(byMonths: 1)
    }

    private func month(_ word: String, of year: String) -> Range<LocalDay>? {
        guard let month = Self.number(of: word, among: Self.months), year.utf8.count == 4,
            let year = Number.read(year, digits: 4)
        else { return nil }
        return self.month(month + 1, of: year)
    }

    private func month(_ month: Int, of year: Int) -> Range<LocalDay>? {
        guard let start = LocalDay.at(year: year, month: month, day: 1) else { return nil }
        return start..<start.advanced(byMonths: 1)
    }

    /// Returns the day of a month, in a given year or the latest one.
    private func dayOfMonth(_ day: String, _ month: String, year: String?) -> Range<LocalDay>? {
        guard let day = Number.read(day, digits: 2),
            let month = Self.number(of: month, among: Self.months).map({ $0 + 1 })
        else { return nil }
        if let year {
            guard year.utf8.count == 4, let year = Number.read(year, digits: 4) else { return nil }
            return LocalDay.at(year: year, month: month, day: day).map(self.day)
        }
        let current = today.date.year
        return (0...Self.leapYears).lazy.compactMap { ago in
            LocalDay.at(year: current - ago, month: month, day: day)
        }.first { $0 <= today }.map(self.day)
    }

    /// Returns the days of a numeric year, month or date.
    private func date(_ word: String) -> Range<LocalDay>? {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        let lengths = parts.map(\.utf8.count)
        guard (1...3).contains(parts.count), lengths.first == 4,
            lengths.dropFirst().allSatisfy({ $0 == 2 })
        else { return nil }
        let numbers = parts.compactMap { Number.read($0, digits: 4) }
        guard numbers.count == parts.count else { return nil }
        switch numbers.count {
        case 1:
            guard let start = LocalDay.at(year: numbers[0], month: 1, day: 1) else { return nil }
            return start..<start.advanced(byMonths: 12)
        case 2: return month(numbers[1], of: numbers[0])
        default:
            return LocalDay.at(year: numbers[0], month: numbers[1], day: numbers[2]).map(self.day)
        }
    }

    private static func number(of word: String, among names: [String]) -> Int? {
        let word = shortenings[word] ?? word
        return names.firstIndex { $0 == word || word.utf8.count == 3 && $0.hasPrefix(word) }
    }
}
