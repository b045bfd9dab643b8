package import Linux

/// A day of the week, by the word that rules use.
package enum Weekday: String, Hashable, Sendable, CaseIterable {
    case monday = "mon"
    case tuesday = "tue"
    case wednesday = "wed"
    case thursday = "thu"
    case friday = "fri"
    case saturday = "sat"
    case sunday = "sun"
}

/// Days of the week in a row, as rules name them: one, or a span such as `mon-fri`, which may pass Sunday.
package struct DaySpan: Hashable, Sendable, CustomStringConvertible {
    /// The days, the first one first.
    package let days: [Weekday]

    private static let names = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    /// Reads a day, or two with a hyphen between them, each by two letters or more.
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

    /// The span as it is written.
    package var description: String {
        let ends = days.count > 1 ? [days.first, days.last] : [days.first]
        return ends.compactMap { $0?.rawValue }.joined(separator: "-")
    }
}

/// A span of the day by the clock on the wall, which may pass midnight, on some days of the week.
package struct Hours: Hashable, Sendable {
    /// Minutes since midnight at which it begins, and at which it is over.
    private let start: Int
    private let end: Int
    private let days: Set<Weekday>

    /// - Parameters:
    ///   - start: the minute since midnight at which it begins.
    ///   - end: the first minute that is no longer in it; where it is not later than the start, it is
    ///     one of the next day.
    ///   - days: the days on which it begins; none are all.
    package init(from start: Int = 0, to end: Int = 1440, days: Set<Weekday> = []) {
        self.start = start
        self.end = end
        self.days = days
    }

    /// Whether a moment lies in it, by this machine's clock on the wall.
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

/// A minute of some week.
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
