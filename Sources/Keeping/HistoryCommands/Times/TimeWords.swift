import Basics
import Formats
import History
package import Linux

/// Parser of time expressions.
package struct TimeWords {
    /// Description of the syntax, for use after "must be".
    static let possible =
        "a time such as today, yesterday, monday, 'last monday', 'this week', 'last month', march, "
        + "2h, 30min, '3 days', 14:30, 'yesterday 14:30', 2026-11, 2026-11-03 or '2026-11-03 14:30'"

    /// Limit of an expression in bytes.
    private static let longest = 100

    let now: WallTime
    let calendar: LocalCalendar

    /// Creates a parser.
    ///
    /// - Parameters:
    ///   - now: reference time of relative expressions
    ///   - calendar: calendar of the time zone
    package init(now: WallTime = .now, calendar: LocalCalendar = .ofMachine) {
        self.now = now
        self.calendar = calendar
    }

    /// Returns the meaning of an expression; nil if it is invalid.
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

    /// Returns the known word closest to the first misspelt one; nil if none is close.
    package func near(_ text: String) -> String? {
        let known = CalendarWords.all + ElapsedWords.all
        let unknown = Self.words(text).filter { word in
            !known.contains(word) && word.allSatisfy(\.isLetter) && word.utf8.count > 2
        }
        return unknown.lazy.compactMap { NearMatch.find(for: $0, among: known) }.first
    }

    /// Returns the latest past time of `clock` on the day that `words` name, or on any day if they are
    /// empty.
    ///
    /// Only `today` and a date with a year can give a time in the future.
    private func latest(
        _ clock: LocalCalendar.Clock, on words: ArraySlice<String>, today: LocalDay
    ) -> TimeMeaning? {
        guard let moment = moment(clock, on: words, saidOn: today) else { return nil }
        guard moment.milliseconds > now.milliseconds, words != ["today"] else {
            return TimeMeaning(moment)
        }
        // Counted from yesterday, "monday" is the previous Monday; a date with a year does not
        // change.
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

    /// Splits the text into lower-case words; a T between date and clock also separates.
    private static func words(_ text: String) -> [String] {
        text.lowercased().split { $0 == " " || $0 == "," || $0 == "\t" }.flatMap { word in
            let parts = word.split(separator: "t", omittingEmptySubsequences: false)
            let isMoment = parts.count == 2 && parts[0].utf8.count == 10 && parts[0].contains("-")
            return isMoment ? parts.map(String.init) : [String(word)]
        }
    }
}
