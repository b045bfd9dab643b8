package import ANCS
package import Notices
import Outlets

/// What a person can have a phone do about a notice.
package enum PersonAct: String, CaseIterable, Sendable {
    /// Take a call.
    case answer
    /// Turn a call away.
    case decline
    /// Clear a notice from the phone.
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
        case .clear: notice.flags.contains(.negativeAction)
        }
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
