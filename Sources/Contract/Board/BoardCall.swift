package import Linux
package import Notices

/// A call that is ringing or active.
package struct BoardCall: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        case ringing
        case answered
    }

    /// Meaning of the name shown for a call.
    package enum Naming: Hashable, Sendable {
        case caller
        /// The app, because the caller is unknown.
        case app
        case nothing
    }

    /// The notification of the call.
    package let id: NoticeID
    /// Caller, or other party of an active call.
    package var who: String
    /// Meaning of `who`.
    package var naming = Naming.caller
    /// The calling app, unless it is the phone's own.
    package var app: String?
    /// The ringing phone, if displays name phones.
    package var phone: String?
    package var state: State
    /// Start of the current state.
    package var since: WallTime
    /// The same time on the monotonic clock, for elapsed times.
    package var began: Duration

    /// Returns the length of a call as a clock shows it: `1:05`, or `1:02:05`.
    package static func length(seconds: Int) -> String {
        let (minutes, clock) = (seconds / 60, (seconds % 60).padded(to: 2))
        guard minutes >= 60 else { return "\(minutes):\(clock)" }
        return "\(minutes / 60):\((minutes % 60).padded(to: 2)):\(clock)"
    }
}
