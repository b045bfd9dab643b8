package import ANCS
package import Radio

/// Handler of the notification protocol: this host's own session, or the observer of any host's
/// session.
package protocol NotificationProtocolHandler {
    /// Element of the result of an event: an action of a session, or a report of an observer.
    associatedtype Step

    /// Handles a successful subscription.
    mutating func subscribed(to characteristic: Characteristic, at now: Duration) -> [Step]
    /// Handles the end of a subscription.
    mutating func unsubscribed(from characteristic: Characteristic, at now: Duration) -> [Step]
    /// Handles a refused subscription.
    mutating func refused(
        _ characteristic: Characteristic, _ error: WriteError, at now: Duration
    ) -> [Step]
    /// Handles a value of a characteristic.
    mutating func received(
        _ value: [UInt8], from characteristic: Characteristic, at now: Duration
    ) -> [Step]
    /// Handles the phone's response to a request; `error` is nil if the phone accepted the request.
    mutating func written(_ error: WriteError?, at now: Duration) -> [Step]
}

extension Session: NotificationProtocolHandler {}
extension SessionObserver: NotificationProtocolHandler {}

extension NotificationProtocolHandler {
    /// Handles a link event; characteristics of other services are ignored.
    package mutating func take(_ event: LinkEvent, at now: Duration) -> [Step] {
        guard let characteristic = event.characteristic.flatMap(Characteristic.init) else {
            return []
        }
        return switch event {
        case .subscribed: subscribed(to: characteristic, at: now)
        case .unsubscribed: unsubscribed(from: characteristic, at: now)
        case .refused(_, let error): refused(characteristic, WriteError(error), at: now)
        case .value(_, let value): received(value, from: characteristic, at: now)
        case .written(_, let error): written(error.map(WriteError.init), at: now)
        case .appeared, .vanished, .read, .named, .closed: []
        }
    }
}
