package import ANCS
package import Radio

/// Notifications of a phone: passes link events to the current session, and returns the session's
/// requests and reports.
package struct NotificationFeature: PhoneFeature {
    /// Service required for notifications.
    package static let need = ServiceNeed.notifications

    /// Current session, with the counters of earlier ones.
    package private(set) var session: Session

    package init(configuration: Session.Configuration) {
        session = Session(configuration: configuration)
    }

    /// Time at which the session is due.
    package var nextDeadline: Duration? { session.nextDeadline }

    package mutating func begin(at now: Duration) -> [FeatureAction<SessionReport>] {
        Self.actions(session.begin(at: now))
    }

    /// Ends the session, which first reports the notifications and actions that were still waiting.
    package mutating func end(at now: Duration) -> [FeatureAction<SessionReport>] {
        Self.actions(session.end(at: now))
    }

    /// Performs due work of the session.
    package mutating func timePassed(at now: Duration) -> [FeatureAction<SessionReport>] {
        Self.actions(session.timePassed(at: now))
    }

    /// Passes an event of one of the characteristics to the session.
    package mutating func take(
        _ event: LinkEvent, at now: Duration
    ) -> [FeatureAction<SessionReport>] {
        Self.actions(session.take(event, at: now))
    }

    /// Performs an action of a notification on the phone.
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
