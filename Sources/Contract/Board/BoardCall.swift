package import Linux
package import Notices

/// A call that rings or goes on.
package struct BoardCall: Hashable, Sendable {
    /// What the call is doing.
    package enum State: Hashable, Sendable {
        /// The phone rings.
        case ringing
        /// Somebody took it.
        case answered
    }

    /// What stands where a board says who calls.
    package enum Naming: Hashable, Sendable {
        /// Whoever calls.
        case caller
        /// An app by its name, as nobody knows who calls.
        case app
        /// No name.
        case nothing
    }

    /// The notice of the call.
    package let id: NoticeID
    /// Who calls, or is talked to.
    package var who: String
    /// What that is the name of.
    package var naming = Naming.caller
    /// The app whose call it is, where that is not the phone's own.
    package var app: String?
    /// The phone that rings, where that is to be said.
    package var phone: String?
    /// What the call is doing now.
    package var state: State
    /// When it began to be in this state.
    package var since: WallTime
    /// The same moment by the clock that nobody sets, for how long that is ago.
    package var began: Duration

    /// How long a call lasts as a clock tells it: `1:05`, or `1:02:05`.
    package static func length(seconds: Int) -> String {
        let (minutes, clock) = (seconds / 60, (seconds % 60).padded(to: 2))
        guard minutes >= 60 else { return "\(minutes):\(clock)" }
        return "\(minutes / 60):\((minutes % 60).padded(to: 2)):\(clock)"
    }
}
