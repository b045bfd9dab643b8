internal import ANCS
package import Notices

extension Notice {
    /// The short upper-case word for its kind that people read.
    package var label: String { shownKind.label }

    /// The kind that people are shown: a call that is over is one call, whatever the phone called it last.
    package var shownKind: Category {
        callOutcome == .answered ? Category(.incomingCall) : kind
    }

    /// The category that says what this is by now.
    package var kind: Category {
        switch callOutcome {
        case .missed: Category(.missedCall)
        case .answered: Category(.activeCall)
        case .declined, .stopped: Category(.incomingCall)
        case nil: category
        }
    }

    /// Whether it is a call that is over and was not missed: phones keep nothing of such a call.
    package var isOverCall: Bool { callOutcome.map { $0 != .missed } ?? false }

    /// Whether it is a call that rings or goes on.
    package var isLiveCall: Bool { call?.state == .ringing || call?.state == .answered }
}

/// How a call goes or went, in words.
package struct CallWords: Hashable, Sendable {
    /// With all lengths that are known: `answered after 3 s, talked 2 min 5 s`.
    package let whole: String
    /// For a line with little room: `talked 2 min 5 s`.
    package let short: String

    /// The words for a call; nil where a notice is none.
    package init?(_ notice: Notice) {
        guard let call = notice.call else { return nil }
        let ring = call.ringTime?.words
        let after = ring.map { " after \($0)" } ?? ""
        switch (call.state, notice.callOutcome) {
        case (.ringing, _): (whole, short) = ("ringing", "ringing")
        case (.answered, _): (whole, short) = ("answered" + after, "answered")
        case (_, .answered):
            let talked = call.talkTime.map { "talked \($0.words)" }
            // One that did not ring here may have been made from the phone.
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
