import History
package import Linux

/// What words about time mean: a moment, or some days as a whole.
package struct TimeMeaning: Hashable, Sendable {
    /// When it begins.
    package let start: WallTime
    /// When it is over; a moment is over as it begins.
    package let end: WallTime

    /// A moment.
    init(_ moment: WallTime) {
        (start, end) = (moment, moment)
    }

    /// Days, the last of which is not one of them.
    init(_ days: Range<LocalDay>, in calendar: LocalCalendar) {
        start = calendar.moment(days.lowerBound)
        end = calendar.moment(days.upperBound)
    }
}
