/// Action that a session requests from its owner.
package enum SessionAction: Hashable, Sendable {
    case subscribe(Characteristic)
    case unsubscribe(Characteristic)
    case write([UInt8])
    /// Close the link to a phone that no longer answers.
    case close
    case report(SessionReport)
}

/// Report of a session.
package enum SessionReport: Hashable, Sendable {
    /// The session is in this state from now on.
    case state(SessionState)
    /// All earlier handles are invalid: the phone announces its notifications again.
    case restarted
    /// A Notification Source value as received.
    case source(SourceEvent)
    /// A notification is new or has changed.
    case fetched(FetchedNotification)
    /// A notification was removed.
    case removed(NotificationUID)
    /// An app's name became known after some of its notifications were reported.
    case named(appIdentifier: [UInt8], name: [UInt8])
    /// Outcome of an action of the user.
    case performed(ActionID, NotificationUID, ActionOutcome)
}

package enum SessionState: Hashable, Sendable {
    case idle
    /// The phone has not confirmed the subscriptions yet.
    case subscribing
    /// The phone sends notifications.
    case ready
    /// The phone does not share its notifications yet.
    case notShared
    /// The link is not secure enough for notifications.
    case notSecure
    case unresponsive
}

/// A notification with its attributes.
package struct FetchedNotification: Hashable, Sendable {
    /// Last Notification Source value about the notification.
    package var event: SourceEvent
    /// Received attributes; all of them unless `isIncomplete`.
    package var attributes: Attributes
    /// Name of the app, if known.
    package var appName: [UInt8]?
    /// Whether attributes are missing.
    package var isIncomplete: Bool
    /// Time since the announcement.
    package var age: Duration = .zero
    /// Time for which it was held because only its app's name was missing.
    package var heldFor: Duration = .zero
    /// Whether its removal was reported before these attributes arrived.
    package var isGone = false
}

package enum ActionOutcome: Hashable, Sendable {
    /// The phone accepted it.
    case performed
    case refused(WriteError)
    /// The phone did not answer, or the session was not open or ended before.
    case unanswered
    /// Too many actions wait.
    case busy
}

/// Counters of a session since its creation.
package struct SessionCounters: Hashable, Sendable {
    /// Notification Source values.
    package var sourceEvents = 0
    /// Notification Source values that do not have eight bytes, or have an unknown event.
    package var malformedSourceEvents = 0
    /// Complete answers.
    package var answers = 0
    /// Data Source fragments that belonged to no pending request.
    package var foreignFragments = 0
    /// Notifications that were removed before they could be fetched.
    package var retracted = 0
    /// Notifications that were dropped because too many waited.
    package var evicted = 0
    /// Requests that were not answered in time.
    package var timeouts = 0
    /// Subscriptions and requests that the phone refused for another reason than a removed
    /// notification.
    package var refusals = 0
    /// Renewed subscriptions.
    package var renewals = 0

    /// Number that grows with each event, answer or missing notification reported by the phone.
    package var news: Int { sourceEvents + answers + retracted }
}
