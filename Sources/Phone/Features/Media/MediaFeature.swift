package import AMS
package import Radio

/// Media player of a phone: passes link events to the session, and returns the session's requests
/// and reports.
package struct MediaFeature: PhoneFeature {
    /// Service required for the media player.
    package static let need = ServiceNeed.media

    package private(set) var session = MediaSession()

    package init() {}

    /// Time at which the session is due.
    package var nextDeadline: Duration? { session.nextDeadline }

    package mutating func begin(at now: Duration) -> [FeatureAction<MediaReport>] {
        Self.actions(session.begin(at: now))
    }

    /// Ends the session, which first reports the commands that were still waiting.
    package mutating func end(at now: Duration) -> [FeatureAction<MediaReport>] {
        Self.actions(session.end(at: now))
    }

    /// Performs due work of the session.
    package mutating func timePassed(at now: Duration) -> [FeatureAction<MediaReport>] {
        Self.actions(session.timePassed(at: now))
    }

    /// Passes an event of one of the characteristics to the session.
    package mutating func take(
        _ event: LinkEvent, at now: Duration
    ) -> [FeatureAction<MediaReport>] {
        Self.actions(session.take(event, at: now))
    }

    /// Performs a command on the phone's media player.
    package mutating func perform(
        _ command: MediaCommandID, at now: Duration
    ) -> [FeatureAction<MediaReport>] {
        Self.actions(session.perform(command, at: now))
    }

    private static func actions(_ actions: [MediaAction]) -> [FeatureAction<MediaReport>] {
        actions.map { action in
            switch action {
            case .subscribe(let characteristic): .ask(.subscribe(characteristic.id))
            case .unsubscribe(let characteristic): .ask(.unsubscribe(characteristic.id))
            case .write(let value, let characteristic): .ask(.write(value, characteristic.id))
            case .read(let characteristic): .ask(.read(characteristic.id))
            case .report(let report): .tell(report)
            }
        }
    }
}

extension MediaSession {
    /// Handles a link event; characteristics of other services are ignored.
    fileprivate mutating func take(_ event: LinkEvent, at now: Duration) -> [MediaAction] {
        guard let characteristic = event.characteristic.flatMap(MediaCharacteristic.init) else {
            return []
        }
        return switch event {
        case .subscribed: subscribed(to: characteristic, at: now)
        case .unsubscribed: unsubscribed(from: characteristic, at: now)
        case .refused(_, let error): refused(characteristic, MediaError(error), at: now)
        case .value(_, let value): received(value, from: characteristic, at: now)
        case .written(_, let error):
            written(to: characteristic, error.map(MediaError.init), at: now)
        case .read(_, let result):
            read(from: characteristic, result.mapError(MediaError.init), at: now)
        case .appeared, .vanished, .named, .closed: []
        }
    }
}
