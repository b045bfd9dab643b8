import Basics
import Formats
import History
package import Linux

/// Reads what people write about time.
package struct TimeWords {
    /// What is possible, as it reads after "wants".
    static let possible =
        "a time such as today, yesterday, monday, 'last monday', 'this week', 'last month', march, "
        + "2h, 30min, '3 days', 14:30, 'yesterday 14:30', 2026-11, 2026-11-03 or '2026-11-03 14:30'"

    /// What is longer is not read.
    private static let longest = 100

    let now: WallTime
    let calendar: LocalCalendar

    /// - Parameters:
    ///   - now: what "today" and the like are about.
    ///   - calendar: of the time zone that is meant.
    package init(now: WallTime = .now, calendar: LocalCalendar = .ofMachine) {
        self.now = now
        self.calendar = calendar
    }

    /// What some words mean; nil where they mean nothing.
    package func span(_ text: String) -> TimeMeaning? {
        guard text.utf8.count <= Self.longest else { return nil }
        if let moment = WallTime(timestamp: text) { return TimeMeaning(moment) }
        var words = Self.words(text)[...]
        if words == ["now"] { return TimeMeaning(now) }
        let today = calendar.day(of: now)
        if let days = CalendarWords(today: today).days(words) {
            return TimeMeaning(days, in: calendar)
        }
        guard let clock = words.last.flatMap({ LocalCalendar.Clock($0) }) else {
            return ElapsedWords(now: now, calendar: calendar).moment(words).map(TimeMeaning.init)
        }
        words = words.dropLast()
        if words.last == "at" { words = words.dropLast() }
        return latest(clock, on: words, today: today)
    }

    /// The word that was probably meant, where one of these is none.
    package func near(_ text: String) -> String? {
        let known = CalendarWords.all + ElapsedWords.all
        let unknown = Self.words(text).filter { word in
            !known.contains(word) && word.allSatisfy(\.isLetter) && word.utf8.count > 2
        }
        return unknown.lazy.compactMap { NearMatch.find(for: $0, among: known) }.first
    }

    /// The latest moment at which the clock showed this on the day that words mean, or on any day where
    /// there are none; today, or a date with its year, may be yet to come.
    private func latest(
        _ clock: LocalCalendar.Clock, on words: ArraySlice<String>, today: LocalDay
    ) -> TimeMeaning? {
        guard let moment = moment(clock, on: words, saidOn: today) else { return nil }
        guard moment.milliseconds > now.milliseconds, words != ["today"] else {
            return TimeMeaning(moment)
        }
        // A day earlier "monday" was the one before, and a date with its year the same.
        return self.moment(clock, on: words, saidOn: today.advanced(by: -1))
            .map(TimeMeaning.init)
    }

    private func moment(
        _ clock: LocalCalendar.Clock, on words: ArraySlice<String>, saidOn today: LocalDay
    ) -> WallTime? {
        if words.isEmpty { return calendar.moment(today, clock: clock) }
        guard let days = CalendarWords(today: today).days(words),
            days.lowerBound.advanced(by: 1) == days.upperBound
        else { return nil }
        return calendar.moment(days.lowerBound, clock: clock)
    }

    /// The words in lower case, a date and a clock with a T between them as two.
    private static func words(_ text: String) -> [String] {
        text.lowercased().split { $0 == " " || $0 == "," || $0 == "\t" }.flatMap { word in
            let parts = word.split(separator: "t", omittingEmptySubsequences: false)
            let isMoment = parts.count == 2 && parts[0].utf8.count == 10 && parts[0].contains("-")
            return isMoment ? parts.map(String.init) : [String(word)]
        }
    }
}
