package import ANCS
package import Notices

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
    /// The call has ended, and the phone has nothing to say of it any more.
    case callOver(Notice)
    /// The phone is not here, or has not announced the notice since it came back.
    case phoneAway(Notice)
    /// The phone refused.
    case refused(Notice, WriteError)
    /// The phone did not answer.
    case unanswered(Notice)
    /// Too much is wanted at once.
    case busy(Notice)
}
