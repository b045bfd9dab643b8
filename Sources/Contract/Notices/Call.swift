internal import ANCS

/// Progress of a call.
package struct Call: Hashable, Sendable {
    package enum State: String, Sendable {
        case ringing
        case answered
        /// The call stopped ringing or was hung up.
        case ended
        /// The call was not answered.
        case missed
    }

    package var state: State
    /// Ringing time; nil while the phone rings, and if the ringing was not observed here.
    package var ringTime: Duration?
    /// Talking time; nil unless the phone reported both start and end.
    package var talkTime: Duration?
    /// Whether the call was declined from this host.
    package var isDeclined: Bool

    package init(
        state: State, ringTime: Duration? = nil, talkTime: Duration? = nil,
        isDeclined: Bool = false
    ) {
        self.state = state
        self.ringTime = ringTime
        self.talkTime = talkTime
        self.isDeclined = isDeclined
    }
}

/// Outcome of a call, as far as the phone reported it.
package enum CallOutcome: String, Hashable, Sendable {
    case answered
    /// Not answered, as reported by the phone.
    case missed
    /// Declined from this host.
    case declined
    /// Stopped ringing without further reports: declined on the phone, or answered elsewhere.
    case stopped

    /// Derives the outcome from the last category that the phone reported; nil for a live call.
    package init?(of call: Call, category: Category) {
        switch call.state {
        case .ringing, .answered: return nil
        case .ended where call.isDeclined: self = .declined
        case .missed: self = .missed
        // The phone reported it as an active call before it ended.
        case .ended where category.id == .activeCall || call.talkTime != nil: self = .answered
        case .ended: self = .stopped
        }
    }
}

extension Notice {
    /// Outcome of the call; nil for a live call, and if this is not a call.
    package var callOutcome: CallOutcome? {
        call.flatMap { CallOutcome(of: $0, category: category) }
    }
}
