internal import ATT
internal import Radio

/// What the owner of a link has asked for, and how it is answered.
enum LinkCall {
    case subscribe(CharacteristicID)
    case unsubscribe(CharacteristicID)
    case write([UInt8], CharacteristicID)
    case read(CharacteristicID)

    /// The same in the words of the attribute protocol.
    var operation: GATTOperation {
        switch self {
        case .subscribe(let characteristic): .subscribe(UUID(characteristic.uuid))
        case .unsubscribe(let characteristic): .unsubscribe(UUID(characteristic.uuid))
        case .write(let value, let characteristic): .write(value, to: UUID(characteristic.uuid))
        case .read(let characteristic): .read(UUID(characteristic.uuid))
        }
    }

    /// What the owner is told about the outcome.
    func answer(to outcome: OperationOutcome) -> LinkEvent {
        let error = AttributeError(outcome)
        switch self {
        case .subscribe(let characteristic):
            return error.map { .refused(characteristic, $0) } ?? .subscribed(characteristic)
        case .unsubscribe(let characteristic):
            // Also where the phone refuses: the client lets none of its values through any more.
            return .unsubscribed(characteristic)
        case .write(_, let characteristic): return .written(characteristic, error)
        case .read(let characteristic):
            if case .value(let value) = outcome { return .read(characteristic, .success(value)) }
            return .read(characteristic, .failure(error ?? .unlikelyError))
        }
    }
}

extension AttributeError {
    /// Nil for success.
    init?(_ outcome: OperationOutcome) {
        switch outcome {
        case .succeeded, .value:
            return nil
        case .refused(let code):
            self.init(rawValue: code.rawValue)
        case .failed(.serviceUnavailable), .failed(.notOffered):
            self.init(rawValue: ErrorCode.attributeNotFound.rawValue)
        case .failed(.valueTooLong), .failed(.queueFull), .failed(.partGarbled),
            .failed(.bearerEnded):
            self = .unlikelyError
        }
    }
}

extension LinkEnd {
    /// The end of a link in the words of the radio.
    init(_ end: BearerEnd) {
        switch end {
        case .closed: self = .closed
        case .lost: self = .lost
        case .timedOut, .congested: self = .unresponsive
        case .violated(let violation): self = .violation(violation.description)
        }
    }
}

extension LinkEvent {
    /// The service that has come or gone, where this is about one.
    var offeredService: ServiceID? {
        switch self {
        case .appeared(let service), .vanished(let service): service
        default: nil
        }
    }
}
