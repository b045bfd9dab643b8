import History
package import Linux

/// Meaning of a time expression: a point in time, or whole days.
package struct TimeMeaning: Hashable, Sendable {
    package let start: WallTime
    /// End of the range, exclusive; equal to `start` for a point in time.
    package let end: WallTime

    init(_ moment: WallTime) {
        (start, end) = (moment, moment)
    }

    /// Creates a range of days; the upper bound is excluded.
    init(_ days: Range<LocalDay>, in calendar: LocalCalendar) {
        start = calendar.moment(days.lowerBound)
        end = calendar.moment(days.upperBound)
    }
}
