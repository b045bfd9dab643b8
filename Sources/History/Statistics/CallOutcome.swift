internal import ANCS
internal import Notices

/// What became of a call, as far as the phone told.
enum CallOutcome: Hashable, Sendable {
    /// Somebody took it.
    case answered
    /// Nobody took it, and the phone says so.
    case missed
    /// It was declined from here.
    case declined
    /// It stopped ringing, and the phone told no more: declined on the phone, or taken elsewhere.
    case stopped

    /// The outcome of a notice's call; nil where it is about none.
    init?(of fact: NoticeFact) {
        let kind = fact.category.id
        guard fact.call != nil || kind.isLiveCall || kind == .missedCall else { return nil }
        if fact.call?.isDeclined == true {
            self = .declined
        } else if fact.call?.state == .missed || kind == .missedCall {
            self = .missed
        } else if fact.call?.state == .answered || kind == .activeCall {
            self = .answered
        } else {
            self = .stopped
        }
    }
}
