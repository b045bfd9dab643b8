/// Request to the phone by the owner of a link.
package enum LinkCall: Hashable, Sendable {
    /// Enable the characteristic's values; answered by `subscribed` or `refused`.
    case subscribe(CharacteristicID)
    /// Disable the characteristic's values; answered by `unsubscribed`.
    case unsubscribe(CharacteristicID)
    /// Write a value with a response; answered by `written`.
    case write([UInt8], CharacteristicID)
    /// Read the characteristic's value; answered by `read`.
    case read(CharacteristicID)

    package var characteristic: CharacteristicID {
        switch self {
        case .subscribe(let id), .unsubscribe(let id), .write(_, let id), .read(let id): id
        }
    }

    /// Returns the event that reports the result to the owner; only a read carries a value.
    package func answer(_ result: Result<[UInt8], AttributeError>) -> LinkEvent {
        var error: AttributeError?
        if case .failure(let failure) = result { error = failure }
        switch self {
        case .subscribe(let id): return error.map { .refused(id, $0) } ?? .subscribed(id)
        // Also if the phone refuses: links drop all further values of the characteristic.
        case .unsubscribe(let id): return .unsubscribed(id)
        case .write(_, let id): return .written(id, error)
        case .read(let id): return .read(id, result)
        }
    }
}

extension LinkEvent {
    /// Service that appeared or vanished, if the event reports that.
    package var offeredService: ServiceID? {
        switch self {
        case .appeared(let service), .vanished(let service): service
        default: nil
        }
    }

    /// Characteristic of the event, if any.
    package var characteristic: CharacteristicID? {
        switch self {
        case .subscribed(let id), .unsubscribed(let id), .refused(let id, _), .value(let id, _),
            .written(let id, _), .read(let id, _):
            id
        case .appeared, .vanished, .named, .closed: nil
        }
    }

    /// Service of the event; nil if the event concerns the whole link.
    package var service: ServiceID? { offeredService ?? characteristic?.service }
}
