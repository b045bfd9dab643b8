package import ANCS

/// An action on a notification that a phone can perform.
package enum NoticeAction: String, Hashable, CaseIterable, Sendable {
    /// Answer a call.
    case answer
    /// Decline a call.
    case decline
    /// Clear a notification. Phones decline a call with the same action, so calls cannot be cleared.
    case clear

    /// Action identifier of the phone.
    package var action: ActionID {
        self == .answer ? .positive : .negative
    }

    /// Returns whether the phone offers the action for this notification.
    package func isOffered(by notice: Notice) -> Bool {
        switch self {
        case .answer: notice.call != nil && notice.flags.contains(.positiveAction)
        case .decline: notice.call != nil && notice.flags.contains(.negativeAction)
        case .clear: notice.flags.contains(.negativeAction) && !notice.isUnfinishedCall
        }
    }

    /// Past participle of the action.
    package var participle: String {
        switch self {
        case .answer: "answered"
        case .decline: "declined"
        case .clear: "cleared"
        }
    }

    /// Returns a sentence about the action, with sender and phone if given.
    ///
    /// - Parameter title: title of the notification; empty to omit it.
    package func done(to title: String, on phone: String) -> String {
        let word = participle
        // Clients without permission to read get neither.
        if phone.isEmpty { return title.isEmpty ? word : "\(word): \(title)" }
        return title.isEmpty ? "\(word) on \(phone)" : "\(word): \(title) (\(phone))"
    }
}

extension Notice {
    /// Whether this is a call whose end the phone has not reported, even if it has rung for too long.
    package var isUnfinishedCall: Bool {
        category.id.isLiveCall || call.map { $0.state != .missed } ?? false
    }
}
