package import ANCS
package import Notices
import Outlets

/// What a person can have a phone do about a notice.
package enum PersonAct: String, CaseIterable, Sendable {
    /// Take a call.
    case answer
    /// Turn a call away.
    case decline
    /// Clear a notice from the phone; to a phone this is what turns a call away, so no call is cleared.
    case clear

    /// The phone's own word for it.
    var action: ActionID {
        self == .answer ? .positive : .negative
    }

    /// Whether the phone offers it for this notice.
    func isOffered(by notice: Notice) -> Bool {
        switch self {
        case .answer: notice.call != nil && notice.flags.contains(.positiveAction)
        case .decline: notice.call != nil && notice.flags.contains(.negativeAction)
        case .clear: notice.flags.contains(.negativeAction) && !notice.isUnfinishedCall
        }
    }
}

extension Notice {
    /// Whether this is a call whose end the phone has not told, even where it has rung for too long.
    var isUnfinishedCall: Bool {
        category.id.isLiveCall || call.map { $0.state != .missed } ?? false
    }
}

/// What became of what a person wanted.
package enum ActResult: Equatable, Sendable {
    /// The phone did it.
    case performed(Notice)
    /// No notice on any phone has this name.
    case noSuchNotice
    /// No call rings, and none was named.
    case nothingRings
    /// There is nothing to clear, and nothing was named.
    case nothingToClear
    /// A call is not cleared, but declined.
    case isCall(Notice)
    /// The phone does not offer this for the notice.
    case notOffered(Notice)
    /// The phone is not here, or has not announced the notice since it came back.
    case phoneAway(Notice)
    /// The phone refused.
    case refused(Notice, WriteError)
    /// The phone did not answer.
    case unanswered(Notice)
    /// Too much is wanted at once.
    case busy(Notice)
}

extension PersonAct {
    /// What somebody at a device wants done.
    init(_ act: DeviceAct) {
        self =
            switch act {
            case .answer: .answer
            case .decline: .decline
            case .clear: .clear
            }
    }
}
