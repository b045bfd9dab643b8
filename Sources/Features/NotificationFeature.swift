package import ANCS
package import Radio

/// The notifications of a phone: the session of the moment, between a link and whoever keeps the notices.
package struct NotificationFeature: PhoneFeature {
    package static let need = ServiceNeed.notifications

    /// The session of the moment, and what the earlier ones have counted.
    package private(set) var session: Session

    package init(configuration: Session.Configuration) {
        session = Session(configuration: configuration)
    }

    package var nextDeadline: Duration? { session.nextDeadline }

    package mutating func begin(at now: Duration) -> [FeatureAction<SessionReport>] {
        Self.actions(session.begin(at: now))
    }

    package mutating func end(at now: Duration) -> [FeatureAction<SessionReport>] {
        Self.actions(session.end(at: now))
    }

    package mutating func timePassed(at now: Duration) -> [FeatureAction<SessionReport>] {
        Self.actions(session.timePassed(at: now))
    }

    package mutating func take(
        _ event: LinkEvent, at now: Duration
    ) -> [FeatureAction<SessionReport>] {
        Self.actions(sessionActions(event, at: now))
    }

    /// Has the phone do something about a notification.
    package mutating func perform(
        _ action: ActionID, on uid: NotificationUID, at now: Duration
    ) -> [FeatureAction<SessionReport>] {
        Self.actions(session.perform(action, on: uid, at: now))
    }

    private mutating func sessionActions(
        _ event: LinkEvent, at now: Duration
    ) -> [SessionAction] {
        switch event {
        case .subscribed(let id):
            return Characteristic(id).map { session.subscribed(to: $0, at: now) } ?? []
        case .unsubscribed(let id):
            return Characteristic(id).map { session.unsubscribed(from: $0, at: now) } ?? []
        case .refused(let id, let error):
            return Characteristic(id).map { session.refused($0, WriteError(error), at: now) } ?? []
        case .value(let id, let value):
            return Characteristic(id).map { session.received(value, from: $0, at: now) } ?? []
        case .written(_, let error): return session.written(error.map(WriteError.init), at: now)
        case .appeared, .vanished, .read, .named, .closed: return []
        }
    }

    private static func actions(_ actions: [SessionAction]) -> [FeatureAction<SessionReport>] {
        actions.map { action in
            switch action {
            case .subscribe(let characteristic): .subscribe(characteristic.id)
            case .unsubscribe(let characteristic): .unsubscribe(characteristic.id)
            case .write(let request): .write(request, to: Characteristic.controlPoint.id)
            case .report(let report): .tell(report)
            case .close: .letGo
            }
        }
    }
}
