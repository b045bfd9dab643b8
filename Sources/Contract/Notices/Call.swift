internal import ANCS

/// How a call went so far.
package struct Call: Hashable, Sendable {
    /// What the call is doing.
    package enum State: String, Sendable {
        /// The phone rings.
        case ringing
        /// Somebody took it.
        case answered
        /// It rings no longer, or was hung up.
        case ended
        /// Nobody took it.
        case missed
    }

    /// What the call is doing now, or became of it.
    package var state: State
    /// How long it rang, known once it no longer does.
    package var ringTime: Duration?
    /// How long it was talked, known once a call is over whose beginning and end the phone told.
    package var talkTime: Duration?
    /// Whether it was declined from here.
    package var isDeclined: Bool

    /// A call that nobody has taken or declined yet, unless something else is said.
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

/// What became of a call, as far as the phone told.
package enum CallOutcome: String, Hashable, Sendable {
    /// Somebody took it.
    case answered
    /// Nobody took it, and the phone says so.
    case missed
    /// It was declined from here.
    case declined
    /// It stopped ringing, and the phone told no more: declined on the phone, or taken elsewhere.
    case stopped

    /// The outcome of a call of which the phone spoke as of this category; nil while it rings or
    /// goes on.
    package init?(of call: Call, category: Category) {
        switch call.state {
        case .ringing, .answered: return nil
        case .ended where call.isDeclined: self = .declined
        case .missed: self = .missed
        // The phone spoke of it as going on before it was over.
        case .ended where category.id == .activeCall || call.talkTime != nil: self = .answered
        case .ended: self = .stopped
        }
    }
}

extension Notice {
    /// What became of the call; nil while it rings or goes on, and where this is none.
    package var callOutcome: CallOutcome? {
        call.flatMap { CallOutcome(of: $0, category: category) }
    }
}
