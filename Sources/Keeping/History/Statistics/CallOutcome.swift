internal import ANCS
internal import Notices

extension CallOutcome {
    /// Creates the outcome so far of a notification's call; nil if the notification is not about a
    /// call.
    init?(of fact: NoticeFact) {
        let kind = fact.category.id
        guard fact.call != nil || kind.isLiveCall || kind == .missedCall else { return nil }
        let call = fact.call ?? Call(state: .ended)
        if kind == .missedCall, !call.isDeclined {
            self = .missed
        } else if call.state == .answered {
            self = .answered
        } else {
            self = CallOutcome(of: call, category: fact.category) ?? .stopped
        }
    }
}
