internal import ANCS
package import Notices

extension Notice {
    /// Short upper-case label shown to users.
    package var label: String { shownKind.label }

    /// Category shown to users; a finished call is one call, whatever category the phone sent last.
    package var shownKind: Category {
        callOutcome == .answered ? Category(.incomingCall) : kind
    }

    /// Current category; the outcome of a call overrides the category sent by the phone.
    package var kind: Category {
        switch callOutcome {
        case .missed: Category(.missedCall)
        case .answered: Category(.activeCall)
        case .declined, .stopped: Category(.incomingCall)
        case nil: category
        }
    }

    /// Whether this is a finished call that was not missed; phones keep no notification of it.
    package var isOverCall: Bool { callOutcome.map { $0 != .missed } ?? false }

    /// Whether this is a ringing or active call.
    package var isLiveCall: Bool { call?.state == .ringing || call?.state == .answered }
}

/// State and outcome of a call in words.
package struct CallWords: Hashable, Sendable {
    /// All known durations: `answered after 3 s, talked 2 min 5 s`.
    package let whole: String
    /// Form for short lines: `talked 2 min 5 s`.
    package let short: String

    /// Creates the words for a call; nil if the notification is not a call.
    package init?(_ notice: Notice) {
        guard let call = notice.call else { return nil }
        let ring = call.ringTime?.words
        let after = ring.map { " after \($0)" } ?? ""
        switch (call.state, notice.callOutcome) {
        case (.ringing, _): (whole, short) = ("ringing", "ringing")
        case (.answered, _): (whole, short) = ("answered" + after, "answered")
        case (_, .answered):
            let talked = call.talkTime.map { "talked \($0.words)" }
            // A call that never rang here may be an outgoing call.
            let taken = ring == nil && talked != nil ? nil : "answered" + after
            whole = [taken, talked].compactMap(\.self).joined(separator: ", ")
            short = talked ?? "answered"
        case (_, .declined):
            (whole, short) = (ring.map { "declined, rang \($0)" } ?? "declined", "declined")
        case (_, .missed):
            (whole, short) = ("missed" + after, ring.map { "rang \($0)" } ?? "missed")
        default:
            (whole, short) = ("stopped ringing" + after, ring.map { "rang \($0)" } ?? "rang")
        }
    }
}
