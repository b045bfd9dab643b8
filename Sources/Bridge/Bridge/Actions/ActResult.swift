package import ANCS
package import Notices

/// Outcome of an action that a user requested.
package enum ActResult: Equatable, Sendable {
    /// The phone performed the action.
    case performed(Notice)
    /// No notification on any phone has this name.
    case noSuchNotice
    /// No call is ringing, and no notification was named.
    case nothingRings
    /// No notification can be cleared, and none was named.
    case nothingToClear
    /// A call cannot be cleared, only declined.
    case isCall(Notice)
    /// The phone does not offer this action for the notification.
    case notOffered(Notice)
    /// The call has ended, and the phone no longer offers actions for it.
    case callOver(Notice)
    /// The phone is away, or has not announced the notification since it reconnected.
    case phoneAway(Notice)
    /// The phone refused the action.
    case refused(Notice, WriteError)
    /// The phone did not answer.
    case unanswered(Notice)
    /// Too many actions are pending.
    case busy(Notice)
}
