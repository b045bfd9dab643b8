/// What the owner of a client does for it.
package enum GATTAction: Hashable, Sendable {
    /// Sends a PDU.
    case send([UInt8])
    /// Takes note.
    case report(GATTEvent)
}

/// What a client reports.
package enum GATTEvent: Hashable, Sendable {
    /// The peer offers the service.
    case serviceFound(GATTService)
    /// Discovery has ended, and the peer does not offer the service with all that it must have.
    case serviceNotFound
    /// The service has gone or is about to change; its subscriptions and operations are over. If it
    /// is still there, `serviceFound` follows.
    case serviceVanished
    /// The peer offers another service that is needed.
    case furtherFound(UUID)
    /// Another service has gone or is about to change; its subscriptions are over.
    case furtherVanished(UUID)
    /// The peer does not offer another service that is needed.
    case furtherNotFound(UUID)
    /// A subscribed characteristic has a new value.
    case value(UUID, [UInt8])
    /// An operation has ended.
    case completed(OperationID, OperationOutcome)
    /// What is to be remembered of the peer's services; nil where that does not hold any more.
    case learned(KnownServices?)
    /// What the peer is called, without what controls terminals; never empty.
    case named(String)
    /// The peer broke a rule in a way that does no harm.
    case violated(Violation)
    /// The bearer has ended and must be closed; nothing is reported any more.
    case ended(BearerEnd)
}

/// Why a bearer ended.
package enum BearerEnd: Hashable, Sendable {
    /// The owner let go of it.
    case closed
    /// The peer went away, or the link was lost.
    case lost
    /// The peer did not answer a request in time.
    case timedOut(Opcode)
    /// The peer does not take what is sent.
    case congested
    /// The peer broke a rule, and the state that both sides share is lost.
    case violated(Violation)

    /// Whether what the peer left without an answer was the MTU request.
    package var isUnansweredMTU: Bool { self == .timedOut(.exchangeMTURequest) }
}
