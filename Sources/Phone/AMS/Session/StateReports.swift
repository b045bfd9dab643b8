/// State of the player, and when it is reported.
///
/// Changes that arrive together are reported together, and a flood of them at a bounded rate.
struct StateReports: Sendable {
    var state = MediaState()
    private var reported: MediaState?
    /// Whether the position has jumped since the last report.
    private var hasJumped = false
    /// Last position that agreed with the running one; it is only reported with other changes.
    private var agreed: MediaPosition?
    /// Time of the first change since the last report.
    private var changedSince: Duration?
    private var lastReport: Duration?

    /// Time at which the state is reported; nil if nothing has changed.
    var deadline: Duration? {
        guard let changedSince else { return nil }
        let settled = changedSince + MediaLimits.settling
        return max(settled, lastReport.map { $0 + MediaLimits.reportInterval } ?? settled)
    }

    /// Handles a new value of the playback attribute.
    ///
    /// A position that agrees with the running one changes nothing.
    mutating func take(_ info: PlaybackInfo, at now: Duration) {
        let (expected, speed) = (state.position(at: now), state.speed)
        (state.playback, state.rate) = (info.playback, info.rate)
        agreed = nil
        // The first position after connecting in the middle of a track may be wrong, which shows if
        // it is negative. Later, only a jump to the begin is just below zero.
        guard let elapsed = info.elapsed, elapsed >= .zero || state.position != nil else {
            state.position = nil
            return
        }
        let position = MediaPosition(max(elapsed, .zero), received: now)
        var moved = state
        moved.position = position
        let agrees = Self.agree(expected, moved.position(at: now))
        if agrees, moved.speed == speed {
            agreed = position
            return
        }
        if !agrees { hasJumped = true }
        state = moved
    }

    /// Records that the state may have changed.
    mutating func stateChanged(at now: Duration) {
        changedSince = state == reported ?? MediaState() ? nil : changedSince ?? now
    }

    /// Returns the report that is due, if there is one.
    mutating func takeDue(at now: Duration) -> MediaReport? {
        guard let deadline, deadline <= now else { return nil }
        if let agreed { state.position = agreed }
        let report = MediaReport.state(state, hasJumped: hasJumped && reported != nil)
        reported = state
        (hasJumped, agreed, changedSince, lastReport) = (false, nil, nil, now)
        return report
    }

    /// Ends the player, and returns the report of that if any state was reported.
    mutating func end() -> MediaReport? {
        let hasReported = reported != nil
        let lastReport = lastReport
        self = StateReports()
        self.lastReport = lastReport
        return hasReported ? .state(nil, hasJumped: false) : nil
    }

    private static func agree(_ one: Duration?, _ other: Duration?) -> Bool {
        guard let one, let other else { return false }
        return max(one, other) - min(one, other) <= MediaLimits.jump
    }
}
