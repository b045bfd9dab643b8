/// Identifier of an operation, chosen by the owner to match its completion.
package struct OperationID: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

/// An operation on the discovered services.
package enum GATTOperation: Hashable, Sendable {
    /// Enable a characteristic's values.
    case subscribe(UUID)
    /// Disable a characteristic's values.
    case unsubscribe(UUID)
    /// Write a characteristic with a response; in parts if the value is long.
    case write([UInt8], to: UUID)
    /// Read a characteristic; in parts if the value is long.
    case read(UUID)
}

/// Outcome of an operation.
package enum OperationOutcome: Hashable, Sendable {
    case succeeded
    /// The peer returned this value.
    case value([UInt8])
    case refused(ErrorCode)
    /// The operation was given up by this side.
    case failed(OperationFailure)
}

/// Reason why an operation was given up by this side.
package enum OperationFailure: Error, Hashable, Sendable {
    /// The peer does not offer the service, or no longer.
    case serviceUnavailable
    /// The service lacks the characteristic, or the characteristic sends no values.
    case notOffered
    /// The value exceeds the maximum length of an attribute.
    case valueTooLong
    /// The queue of operations is full.
    case queueFull
    /// The peer echoed a part of a long value incorrectly, so the value was not set.
    case partGarbled
    case bearerEnded
}

/// An operation with resolved handles, queued or in progress.
struct PendingOperation {
    enum Work {
        case configure(GATTCharacteristic, at: Handle, subscribing: Bool)
        case write(Handle, [UInt8])
        case read(Handle)
    }

    let id: OperationID
    let work: Work
    /// Whether a subscription must be disabled before it is enabled, because the peer may still
    /// have it.
    var needsReset = false
    /// Progress of a value written in parts.
    var parts: PartsProgress?
    /// Bytes of the value read so far.
    var bytesRead: [UInt8] = []
}

/// Progress of a value written in parts.
struct PartsProgress {
    /// Number of bytes that the peer has accepted.
    var preparedCount = 0
    /// Part that the peer has not answered yet; nil after the last part.
    var outstanding: PrepareWriteRequest?
}
