package import Linux

/// Day of the week, by its word in rules.
package enum Weekday: String, Hashable, Sendable, CaseIterable {
    case monday = "mon"
    case tuesday = "tue"
    case wednesday = "wed"
    case thursday = "thu"
    case friday = "fri"
    case saturday = "sat"
    case sunday = "sun"
}

/// Consecutive days of the week: a single day, or a span such as `mon-fri`, which may pass Sunday.
package struct DaySpan: Hashable, Sendable, CustomStringConvertible {
    /// Days in order, starting with the first.
    package let days: [Weekday]

    private static let names = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    /// Parses a day, or two days joined by a hyphen, each given by two or more letters.
    package init?(parsing text: String) {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map {
            Self.index(of: String($0))
        }
        guard (1...2).contains(ends.count), let first = ends[0], let last = ends.last ?? nil else {
            return nil
        }
        let count = (last - first + 7) % 7 + 1
        days = (0..<count).map { Weekday.allCases[(first + $0) % 7] }
    }

    private static func index(of word: String) -> Int? {
        let word = word.lowercased().filter { $0 != " " }
        guard word.count >= 2 else { return nil }
        return names.firstIndex { $0.hasPrefix(word) }
    }

    /// Text form of the span.
    package var description: String {
        let ends = days.count > 1 ? [days.first, days.last] : [days.first]
        return ends.compactMap { $0?.rawValue }.joined(separator: "-")
    }
}

/// Span of the day on the wall clock, which may pass midnight, on some days of the week.
package struct Hours: Hashable, Sendable {
    /// Start and end in minutes since midnight.
    private let start: Int
    private let end: Int
    private let days: Set<Weekday>

    /// - Parameters:
    ///   - start: first minute, counted from midnight.
    ///   - end: first minute after the span; on the next day unless later than `start`.
    ///   - days: days on which the span begins; all if empty.
    package init(from start: Int = 0, to end: Int = 1440, days: Set<Weekday> = []) {
        self.start = start
        self.end = end
        self.days = days
    }

    /// Returns whether a time is within the span, in the host's time zone.
    package func contains(_ time: WallTime) -> Bool {
        contains(MomentOfWeek(time.local))
    }

    func contains(_ moment: MomentOfWeek) -> Bool {
        if start < end {
            return (start..<end).contains(moment.minute) && isDay(moment.day)
        }
        return moment.minute >= start && isDay(moment.day)
            || moment.minute < end && isDay(moment.dayBefore)
    }

    private func isDay(_ day: Weekday) -> Bool {
        days.isEmpty || days.contains(day)
    }
}

/// A minute of the week.
struct MomentOfWeek: Hashable, Sendable {
    let minute: Int
    /// Days since Monday.
    private let dayIndex: Int

    init(_ local: LocalTime) {
        minute = local.hour * 60 + local.minute
        dayIndex = LocalDay(local).weekday
    }

    var day: Weekday { Weekday.allCases[dayIndex] }
    var dayBefore: Weekday { Weekday.allCases[(dayIndex + 6) % 7] }
}
