internal import Features
internal import Linux
package import Radio

/// Short words for links to the notification service, which most tests of links are about.
extension CharacteristicID {
    package static let notificationSource = ServiceNeed.notifications.required[0]
    package static let controlPoint = ServiceNeed.notifications.required[1]
    package static let dataSource = ServiceNeed.notifications.required[2]
}

extension LinkEvent {
    /// The phone offers the notification service.
    package static let available = LinkEvent.appeared(.notifications)
    /// The phone does not offer it, or no longer.
    package static let unavailable = LinkEvent.vanished(.notifications)

    /// The Control Point took the request, or refused it.
    package static func written(_ error: AttributeError?) -> LinkEvent {
        .written(.controlPoint, error)
    }
}

extension PhoneLink {
    package func subscribe(to characteristic: CharacteristicID) { ask(.subscribe(characteristic)) }
    package func unsubscribe(from characteristic: CharacteristicID) {
        ask(.unsubscribe(characteristic))
    }
    package func write(_ value: [UInt8], to characteristic: CharacteristicID) {
        ask(.write(value, characteristic))
    }
    package func read(_ characteristic: CharacteristicID) { ask(.read(characteristic)) }

    /// Writes a request to the Control Point.
    package func write(_ request: [UInt8]) {
        write(request, to: .controlPoint)
    }
}

extension Radio {
    /// Begins to look out for phones with notifications.
    package func start(_ handler: @escaping @LoopActor (RadioEvent) -> Void) {
        start(for: [.notifications], handler)
    }
}

/// Refusals of the notification service's own.
extension AttributeError {
    package static let invalidHandle = AttributeError(rawValue: 0x01)
    package static let unknownCommand = AttributeError(rawValue: 0xA0)
    package static let invalidCommand = AttributeError(rawValue: 0xA1)
    package static let invalidParameter = AttributeError(rawValue: 0xA2)
    package static let actionFailed = AttributeError(rawValue: 0xA3)
}
