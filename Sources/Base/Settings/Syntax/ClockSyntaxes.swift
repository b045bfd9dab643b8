/// A time of day, to the minute.
package struct TimeOfDay: Hashable, Sendable, CustomStringConvertible {
    /// Minutes since midnight; 1,440 is the midnight at the end of the day.
    package let minute: Int

    /// Parses `HH:MM`; `24:00` is the end of the day.
    init?(parsing text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 5, digits[2] == UInt8(ascii: ":") else { return nil }
        let numbers = [0, 1, 3, 4].map { Int(digits[$0]) - Int(UInt8(ascii: "0")) }
        guard numbers.allSatisfy((0...9).contains) else { return nil }
        let (hours, minutes) = (numbers[0] * 10 + numbers[1], numbers[2] * 10 + numbers[3])
        guard hours <= 24, minutes <= 59, hours < 24 || minutes == 0 else { return nil }
        minute = hours * 60 + minutes
    }

    /// The time as `HH:MM`.
    package var description: String {
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return twoDigits(minute / 60) + ":" + twoDigits(minute % 60)
    }
}

/// A span of the day, which may include midnight.
package struct TimeSpan: Hashable, Sendable, CustomStringConvertible {
    /// Start of the span; never `24:00`.
    package let start: TimeOfDay
    /// End of the span, exclusive; never equal to the start.
    package let end: TimeOfDay

    /// Parses `HH:MM-HH:MM`.
    package init?(parsing text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            .map { TimeOfDay(parsing: String($0) ?? "") }
        guard parts.count == 2, let start = parts[0], let end = parts[1], start != end,
            start.minute < 1440
        else { return nil }
        self.start = start
        self.end = end
    }

    /// The span as `HH:MM-HH:MM`.
    package var description: String { "\(start)-\(end)" }
}

extension ValueSyntax<TimeOfDay> {
    /// A time of day.
    package static let timeOfDay = ValueSyntax(
        wants: "a time of day such as 22:30", kind: "time of day",
        reading: { text in
            TimeOfDay(parsing: text).flatMap { $0.minute < 1440 ? $0 : nil }
        }, write: { $0.description })
}

extension ValueSyntax<TimeSpan> {
    /// A span of the day.
    package static let timeSpan = ValueSyntax(
        wants: "a time span such as 22:00-07:00", kind: "time span",
        reading: { TimeSpan(parsing: $0) }, write: { $0.description })
}
