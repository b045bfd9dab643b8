import History
import Linux

/// Headings above the notifications of each day.
struct DayHeadings {
    private let calendar: LocalCalendar
    private let today: LocalDay
    private let isColored: Bool
    private var shown: LocalDay?

    init(
        now: WallTime = .now, calendar: LocalCalendar = .ofMachine, isColored: Bool = false
    ) {
        self.calendar = calendar
        self.isColored = isColored
        today = calendar.day(of: now)
    }

    /// Returns the heading above a notification; empty if the previous one is of the same day.
    mutating func lines(above moment: WallTime) -> String {
        let day = calendar.day(of: moment)
        guard day != shown else { return "" }
        defer { shown = day }
        let words = isColored ? "\u{1B}[1;4m\(words(for: day))\u{1B}[0m" : words(for: day)
        return (shown == nil ? "" : "\n") + words + "\n"
    }

    private func words(for day: LocalDay) -> String {
        switch day.number - today.number {
        case 0: day.words + ", today"
        case -1: day.words + ", yesterday"
        default: day.words
        }
    }
}

extension LocalDay {
    /// The date in the form Sunday 22 November 2026.
    package var words: String {
        let (year, month, day) = date
        let names = [
            CalendarWords.weekdays[weekday], "\(day)", CalendarWords.months[month - 1], "\(year)",
        ]
        return names.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    }
}
