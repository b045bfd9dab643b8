package import ANCS
package import Radio

/// Follows a conversation about notifications: the session that holds it, or who watches another's.
package protocol NotificationProtocolHandler {
    /// What comes of it.
    associatedtype Step

    /// The phone will send the characteristic's values.
    mutating func subscribed(to characteristic: Characteristic, at now: Duration) -> [Step]
    /// The phone will not send them any more.
    mutating func unsubscribed(from characteristic: Characteristic, at now: Duration) -> [Step]
    /// The phone would not let the host subscribe.
    mutating func refused(
        _ characteristic: Characteristic, _ error: WriteError, at now: Duration
    ) -> [Step]
    /// A characteristic has sent a value.
    mutating func received(
        _ value: [UInt8], from characteristic: Characteristic, at now: Duration
    ) -> [Step]
    /// The phone has taken a request, or refused it.
    mutating func written(_ error: WriteError?, at now: Duration) -> [Step]
}

extension Session: NotificationProtocolHandler {}
extension SessionObserver: NotificationProtocolHandler {}

extension NotificationProtocolHandler {
    /// Takes what a link reports of the service's characteristics; what is of another is none of it.
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
