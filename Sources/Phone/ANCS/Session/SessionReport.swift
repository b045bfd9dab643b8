/// What a session wants its owner to do.
package enum SessionAction: Hashable, Sendable {
    /// Subscribe to a characteristic.
    case subscribe(Characteristic)
    /// Unsubscribe from a characteristic.
    case unsubscribe(Characteristic)
    /// Write a request to the Control Point.
    case write([UInt8])
    /// Let go of the phone: it no longer answers.
    case close
    /// Pass something on.
    case report(SessionReport)
}

/// What a session has to tell.
package enum SessionReport: Hashable, Sendable {
    /// The session is doing this from now on.
    case state(SessionState)
    /// All handles of before are void: the phone announces anew what it still has.
    case restarted
    /// A Notification Source value as it came.
    case source(SourceEvent)
    /// A notification is new or has changed.
    case fetched(FetchedNotification)
    /// A notification is gone.
    case removed(NotificationUID)
    /// An app's name became known after notifications of it were reported.
    case named(appIdentifier: [UInt8], name: [UInt8])
    /// What became of an action of the person.
    case performed(ActionID, NotificationUID, ActionOutcome)
}

/// How a session is doing.
package enum SessionState: Hashable, Sendable {
    /// Nothing is going on.
    case idle
    /// The phone has not confirmed the subscriptions yet.
    case subscribing
    /// Notifications come.
    case ready
    /// The phone does not share its notifications yet.
    case notShared
    /// The link is not secure enough for notifications.
    case notSecure
    /// The phone does not answer.
    case unresponsive
}

/// A notification with what the phone told of it.
package struct FetchedNotification: Hashable, Sendable {
    /// The last Notification Source value about it.
    package var event: SourceEvent
    /// What the phone told; all of it unless it is incomplete.
    package var attributes: Attributes
    /// What the app is called, where that is known.
    package var appName: [UInt8]?
    /// Whether the phone has not told everything.
    package var isIncomplete: Bool
    /// How long ago the phone announced it.
    package var age: Duration = .zero
    /// How long ago it was complete but for its app's name.
    package var heldFor: Duration = .zero
    /// Whether its removal has been reported before these words of it came.
    package var isGone = false
}

/// What became of an action.
package enum ActionOutcome: Hashable, Sendable {
    /// The phone took it.
    case performed
    /// The phone refused it.
    case refused(WriteError)
    /// The phone did not answer, or the session ended.
    case unanswered
    /// Too many actions wait.
    case busy
}

/// What a session has counted since it was made.
package struct SessionCounters: Hashable, Sendable {
    /// Notification Source values.
    package var sourceEvents = 0
    /// Values of another length, or with an event nobody knows.
    package var malformedSourceEvents = 0
    /// Answers that came whole.
    package var answers = 0
    /// Fragments that belonged to no request.
    package var foreignFragments = 0
    /// Notifications that were gone before they could be fetched.
    package var retracted = 0
    /// Notifications that were dropped because too many waited.
    package var evicted = 0
    /// Requests that were not answered in time.
    package var timeouts = 0
    /// Requests the phone refused for another reason than a notification that is gone.
    package var refusals = 0
    /// Renewed subscriptions.
    package var renewals = 0

    /// What the phone has said of its own: this grows as long as it has something to tell.
    package var news: Int { sourceEvents + answers + retracted }
}
