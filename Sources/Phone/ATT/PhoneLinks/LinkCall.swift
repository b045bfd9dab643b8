internal import Radio

extension LinkCall {
    /// Corresponding operation of the attribute protocol.
    var operation: GATTOperation {
        switch self {
        case .subscribe(let characteristic): .subscribe(UUID(characteristic.uuid))
        case .unsubscribe(let characteristic): .unsubscribe(UUID(characteristic.uuid))
        case .write(let value, let characteristic): .write(value, to: UUID(characteristic.uuid))
        case .read(let characteristic): .read(UUID(characteristic.uuid))
        }
    }

    /// Returns the event that reports the outcome.
    func answer(to outcome: OperationOutcome) -> LinkEvent {
        answer(Result(outcome))
    }
}

extension Result<[UInt8], AttributeError> {
    fileprivate init(_ outcome: OperationOutcome) {
        switch outcome {
        case .succeeded: self = .success([])
        case .value(let value): self = .success(value)
        case .refused(let code): self = .failure(AttributeError(rawValue: code.rawValue))
        case .failed(.serviceUnavailable), .failed(.notOffered):
            self = .failure(.attributeNotFound)
        case .failed(.valueTooLong), .failed(.queueFull), .failed(.partGarbled),
            .failed(.bearerEnded):
            self = .failure(.unlikelyError)
        }
    }
}

extension LinkEnd {
    /// Converts the end of a bearer.
    init(_ end: BearerEnd) {
        switch end {
        case .closed: self = .closed
        case .lost: self = .lost
        case .timedOut, .congested: self = .unresponsive
        case .violated(let violation): self = .violation(violation.description)
        }
    }
}
