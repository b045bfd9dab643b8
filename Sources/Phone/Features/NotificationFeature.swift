package import ANCS
package import Radio

/// The notifications of a phone: the session of the moment, between a link and whoever keeps the notices.
package struct NotificationFeature: PhoneFeature {
    /// What a link has to find for notifications.
    package static let need = ServiceNeed.notifications

    /// The session of the moment, and what the earlier ones have counted.
    package private(set) var session: Session

    /// A feature that has not begun.
    package init(configuration: Session.Configuration) {
        session = Session(configuration: configuration)
    }

    /// When its session has something to do.
    package var nextDeadline: Duration? { session.nextDeadline }

    /// Begins the session.
    package mutating func begin(at now: Duration) -> [FeatureAction<SessionReport>] {
        Self.actions(session.begin(at: now))
    }

    /// Ends the session, which reports what is over with it.
    package mutating func end(at now: Duration) -> [FeatureAction<SessionReport>] {
        Self.actions(session.end(at: now))
    }

    /// Has the session do what is due.
    package mutating func timePassed(at now: Duration) -> [FeatureAction<SessionReport>] {
        Self.actions(session.timePassed(at: now))
    }

    /// Tells the session what came of one of its characteristics.
    package mutating func take(
        _ event: LinkEvent, at now: Duration
    ) -> [FeatureAction<SessionReport>] {
        Self.actions(session.take(event, at: now))
    }

    /// Has the phone do something about a notification.
    package mutating func perform(
        _ action: ActionID, on uid: NotificationUID, at now: Duration
    ) -> [FeatureAction<SessionReport>] {
        Self.actions(session.perform(action, on: uid, at: now))
    }

    private static func actions(_ actions: [SessionAction]) -> [FeatureAction<SessionReport>] {
        actions.map { action in
            switch action {
            case .subscribe(let characteristic): .ask(.subscribe(characteristic.id))
            case .unsubscribe(let characteristic): .ask(.unsubscribe(characteristic.id))
            case .write(let request): .ask(.write(request, Characteristic.controlPoint.id))
            case .report(let report): .tell(report)
            case .close: .letGo
            }
        }
    }
}
