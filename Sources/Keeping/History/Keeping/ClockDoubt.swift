internal import Linux

/// Whether the clock is right enough to have notices go for their age, which cannot be undone.
///
/// A clock that is far past what was kept last may be wrong, as on a machine whose battery is empty,
/// or the bridge may have been away for long. Only what is still so a day later is believed.
struct ClockDoubt {
    /// How far past the last notice a clock is taken to be right at once.
    private static let likelyGap: Duration = .seconds(31 * 86_400)
    /// How long the clock must go on as it is to be believed; also how long notices that came by a
    /// clock that may be wrong say nothing about it.
    private static let day: Duration = .seconds(86_400)

    private var began: (clock: WallTime, at: Duration)?

    /// - Parameters:
    ///   - now: what the clock says.
    ///   - moment: time since any fixed start, which no setting of the clock changes.
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

    /// Whether the clock was set meanwhile.
    private func isSet(
        _ now: WallTime, _ moment: Duration, since began: (clock: WallTime, at: Duration)
    ) -> Bool {
        let expected = began.clock.advanced(by: moment - began.at)
        return abs(now.milliseconds - expected.milliseconds) > Self.day.milliseconds
    }
}
