/// Names one operation, for matching its completion; the owner chooses it.
package struct OperationID: RawRepresentable, Hashable, Sendable {
    /// The number itself, also of one without a name here.
    package let rawValue: UInt64

    /// Any number is one, also one without a name here.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

/// What an owner may ask of the discovered service.
package enum GATTOperation: Hashable, Sendable {
    /// Switches a characteristic's values on.
    case subscribe(UUID)
    /// Switches a characteristic's values off.
    case unsubscribe(UUID)
    /// Writes a characteristic and waits for the response; in parts where the value needs it.
    case write([UInt8], to: UUID)
    /// Reads a characteristic; in parts where the value needs it.
    case read(UUID)
}

/// How an operation ended.
package enum OperationOutcome: Hashable, Sendable {
    /// The peer did it.
    case succeeded
    /// The peer gave this value.
    case value([UInt8])
    /// The peer refused it.
    case refused(ErrorCode)
    /// It was given up here.
    case failed(OperationFailure)
}

/// Why an operation was given up without the peer's word.
package enum OperationFailure: Error, Hashable, Sendable {
    /// The peer does not offer the service, or no longer.
    case serviceUnavailable
    /// The service does not have the characteristic, or the characteristic sends no values.
    case notOffered
    /// No attribute can be as long as the value.
    case valueTooLong
    /// As many operations as are allowed wait already.
    case queueFull
    /// The peer repeated a part of a long value wrongly, so the value was not set.
    case partGarbled
    /// The bearer has ended.
    case bearerEnded
}

/// An operation with its handles found, on its way to the peer.
struct PendingOperation {
    enum Work {
        case configure(GATTCharacteristic, at: Handle, subscribing: Bool)
        case write(Handle, [UInt8])
        case read(Handle)
    }

    let id: OperationID
    let work: Work
    /// Whether a subscription must be switched off before it is switched on, since the peer may
    /// still have it on.
    var needsReset = false
    /// How far a value has got that is written in parts.
    var parts: PartsProgress?
    /// What has been read of a value so far.
    var bytesRead: [UInt8] = []
}

/// How far a value has got that is written in parts.
struct PartsProgress {
    /// Bytes that the peer has taken.
    var preparedCount = 0
    /// The part that the peer has not answered yet; nil once all parts are over.
    var outstanding: PrepareWriteRequest?
}
