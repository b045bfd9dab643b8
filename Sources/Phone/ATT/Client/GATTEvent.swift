/// Action that a client requests from its owner.
package enum GATTAction: Hashable, Sendable {
    case send([UInt8])
    case report(GATTEvent)
}

/// Event reported by a client.
package enum GATTEvent: Hashable, Sendable {
    case serviceFound(GATTService)
    /// Discovery has ended, and the peer does not offer the service with all required
    /// characteristics.
    case serviceNotFound
    /// The service was removed or is about to change; its subscriptions and operations have ended.
    /// If it still exists, `serviceFound` follows.
    case serviceVanished
    /// The peer offers another required service.
    case furtherFound(UUID)
    /// Another service was removed or is about to change; its subscriptions have ended.
    case furtherVanished(UUID)
    /// The peer does not offer another required service.
    case furtherNotFound(UUID)
    /// A subscribed characteristic has a new value.
    case value(UUID, [UInt8])
    case completed(OperationID, OperationOutcome)
    /// The peer's services to remember; nil if earlier knowledge is no longer valid.
    case learned(KnownServices?)
    /// The peer's name without terminal control characters; never empty.
    case named(String)
    /// The peer violated the protocol in a harmless way.
    case violated(Violation)
    /// The bearer has ended and must be closed; this is the last event.
    case ended(BearerEnd)
}

/// Reason why a bearer ended.
package enum BearerEnd: Hashable, Sendable {
    /// The owner closed it.
    case closed
    /// The peer disconnected, or the link was lost.
    case lost
    /// The peer did not answer a request in time.
    case timedOut(Opcode)
    /// The peer does not accept PDUs.
    case congested
    /// The peer violated the protocol, and the shared state is lost.
    case violated(Violation)

    /// Whether the unanswered request was the MTU request.
    package var isUnansweredMTU: Bool { self == .timedOut(.exchangeMTURequest) }
}
