package import ANCS

/// What a person can have a phone do about a notice.
package enum NoticeAction: String, Hashable, CaseIterable, Sendable {
    /// Take a call.
    case answer
    /// Turn a call away.
    case decline
    /// Clear a notice from the phone; to a phone this is what turns a call away, so no call is cleared.
    case clear

    /// The phone's own word for it.
    package var action: ActionID {
        self == .answer ? .positive : .negative
    }

    /// Whether the phone offers it for this notice.
    package func isOffered(by notice: Notice) -> Bool {
        switch self {
        case .answer: notice.call != nil && notice.flags.contains(.positiveAction)
        case .decline: notice.call != nil && notice.flags.contains(.negativeAction)
        case .clear: notice.flags.contains(.negativeAction) && !notice.isUnfinishedCall
        }
    }

    /// What becomes of a call or a notice by it.
    package var participle: String {
        switch self {
        case .answer: "answered"
        case .decline: "declined"
        case .clear: "cleared"
        }
    }

    /// What was done, to whose notice and on which phone, as far as that is told.
    ///
    /// - Parameter title: whose notice it was; empty where that is not told.
    package func done(to title: String, on phone: String) -> String {
        let word = participle
        // Those who may not read are told of neither.
        if phone.isEmpty { return title.isEmpty ? word : "\(word): \(title)" }
        return title.isEmpty ? "\(word) on \(phone)" : "\(word): \(title) (\(phone))"
    }
}

extension Notice {
    /// Whether this is a call whose end the phone has not told, even where it has rung for too long.
    package var isUnfinishedCall: Bool {
        category.id.isLiveCall || call.map { $0.state != .missed } ?? false
    }
}
