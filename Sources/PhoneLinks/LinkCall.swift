internal import ANCS
internal import ATT
internal import Radio

/// What the owner of a link has asked for, and how it is answered.
enum LinkCall {
    case subscribe(Characteristic)
    case unsubscribe(Characteristic)
    case write([UInt8])

    /// The same in the words of the attribute protocol.
    var operation: GATTOperation {
        switch self {
        case .subscribe(let characteristic): .subscribe(UUID(characteristic.uuid))
        case .unsubscribe(let characteristic): .unsubscribe(UUID(characteristic.uuid))
        case .write(let request): .write(request, to: UUID(Characteristic.controlPoint.uuid))
        }
    }

    /// What the owner is told about the outcome.
    func answer(to outcome: OperationOutcome) -> LinkEvent {
        switch self {
        case .subscribe(let characteristic):
            WriteError(outcome).map { .refused(characteristic, $0) } ?? .subscribed(characteristic)
        case .unsubscribe(let characteristic):
            // Also where the phone refuses: the client lets none of its values through any more.
            .unsubscribed(characteristic)
        case .write:
            .written(WriteError(outcome))
        }
    }
}

extension WriteError {
    /// Nil for success.
    init?(_ outcome: OperationOutcome) {
        switch outcome {
        case .succeeded:
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

extension Characteristic {
    /// The characteristic that a phone publishes under an identifier.
    init?(_ uuid: UUID) {
        guard let match = Self.allCases.first(where: { UUID($0.uuid) == uuid }) else { return nil }
        self = match
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
