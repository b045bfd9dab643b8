/// The request that awaits its response.
struct Transaction {
    /// What the request is part of.
    enum Purpose: Hashable {
        case exchangingMTU
        case readingHash
        /// Compares what is known with what the peer has.
        case checking
        case readingName
        case discovering
        /// Looks for what is less urgent than the first service.
        case discoveringFurther
        case subscribingToServiceChanged
        case forgettingPreparedParts
        case operating
        /// Nobody wants the response any more, but it must come before the next request.
        case nothing
    }

    let request: Opcode
    var purpose: Purpose
    let deadline: Duration
}

/// What is left of a subscription to changed services that the peer refused because the link was not
/// secure enough, or that it was asked for another time.
enum ServiceChangedRetry: Hashable {
    /// The peer should have kept it, but not all do.
    case renewing(configuration: Handle)
    /// Nothing shows yet that the link is any more secure.
    case awaitingSecurity(configuration: Handle)
    /// The peer has accepted another subscription meanwhile.
    case due(configuration: Handle)
}

/// How far the client has got with what it must do of itself.
enum Setup: Hashable {
    case notStarted
    case exchangingMTU
    case readingName
    case readingHash(then: SearchTarget)
    /// Compares what is known with what the peer has, one service after the other.
    case checking(left: [GATTService])
    case discoveringGenericAttributeService
    case subscribingToServiceChanged(configuration: Handle)
    case discoveringService
    case done
}
