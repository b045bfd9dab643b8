internal import ANCS
internal import Notices

extension CallOutcome {
    /// The outcome of a notice's call, as far as it has one yet; nil where it is about none.
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
