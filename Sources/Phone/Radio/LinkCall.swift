/// What the owner of a link asks of the phone.
package enum LinkCall: Hashable, Sendable {
    /// To send a characteristic's values; answered by `subscribed` or `refused`.
    case subscribe(CharacteristicID)
    /// To send a characteristic's values no longer; answered by `unsubscribed`.
    case unsubscribe(CharacteristicID)
    /// To take a value, and to confirm that; answered by `written`.
    case write([UInt8], CharacteristicID)
    /// To tell a characteristic's value; answered by `read`.
    case read(CharacteristicID)

    /// What it is about.
    package var characteristic: CharacteristicID {
        switch self {
        case .subscribe(let id), .unsubscribe(let id), .write(_, let id), .read(let id): id
        }
    }

    /// What the owner is told of how it went; a value comes of a read alone.
    package func answer(_ result: Result<[UInt8], AttributeError>) -> LinkEvent {
        var error: AttributeError?
        if case .failure(let failure) = result { error = failure }
        switch self {
        case .subscribe(let id): return error.map { .refused(id, $0) } ?? .subscribed(id)
        // Also where the phone refuses: no link lets any of its values through any more.
        case .unsubscribe(let id): return .unsubscribed(id)
        case .write(_, let id): return .written(id, error)
        case .read(let id): return .read(id, result)
        }
    }
}

extension LinkEvent {
    /// The service that has come or gone, where this is about one.
    package var offeredService: ServiceID? {
        switch self {
        case .appeared(let service), .vanished(let service): service
        default: nil
        }
    }

    /// The characteristic that this is about.
    package var characteristic: CharacteristicID? {
        switch self {
        case .subscribed(let id), .unsubscribed(let id), .refused(let id, _), .value(let id, _),
            .written(let id, _), .read(let id, _):
            id
        case .appeared, .vanished, .named, .closed: nil
        }
    }

    /// The service that this is about; nil where it is about the whole link.
    package var service: ServiceID? { offeredService ?? characteristic?.service }
}
