internal import Linux

/// Decides whether the clock is reliable enough to delete by age, which cannot be undone.
///
/// A clock far ahead of the last stored row may be wrong, as on a host with an empty battery. The
/// bridge may also have been off for long. Such a clock is trusted only after it was consistent for
/// a day.
struct ClockDoubt {
    /// Largest distance from the last stored row at which the clock is trusted at once.
    private static let likelyGap: Duration = .seconds(31 * 86_400)
    /// Time after which a consistent clock is trusted; rows of the last day do not confirm a clock.
    private static let day: Duration = .seconds(86_400)

    private var began: (clock: WallTime, at: Duration)?

    /// Returns whether the clock is trusted.
    ///
    /// - Parameters:
    ///   - now: time of the clock
    ///   - moment: monotonic time
    mutating func believes(
        _ now: WallTime, at moment: Duration, in database: Database
    ) throws(DatabaseError) -> Bool {
        let dayAgo = now.advanced(by: .zero - Self.day)
        let last = try database.number(
            "SELECT max(moment) FROM"
                + " (SELECT max(number) >> 20 AS moment FROM notice WHERE number < ?"
                + " UNION ALL SELECT max(at) FROM sighting WHERE at < ?)",
            [.integer(dayAgo.firstNumber), .integer(dayAgo.milliseconds)])
        guard let last, last < now.advanced(by: .zero - Self.likelyGap).milliseconds else {
            began = nil
            return true
        }
        if let began, !isSet(now, moment, since: began) { return moment - began.at >= Self.day }
        began = (now, moment)
        return false
    }

    /// Whether the clock was set by more than a day since `began`.
    private func isSet(
        _ now: WallTime, _ moment: Duration, since began: (clock: WallTime, at: Duration)
    ) -> Bool {
        let expected = began.clock.advanced(by: moment - began.at)
        return abs(now.milliseconds - expected.milliseconds) > Self.day.milliseconds
    }
}
