/// A request that awaits its response.
struct Transaction {
    /// Purpose of the request.
    enum Purpose: Hashable {
        case exchangingMTU
        case readingHash
        /// Compare known services with those of the peer.
        case checking
        case readingName
        case discovering
        /// Search for the other required services.
        case discoveringFurther
        case subscribingToServiceChanged
        case forgettingPreparedParts
        case operating
        /// The response is no longer needed, but must arrive before the next request.
        case nothing
    }

    let request: Opcode
    var purpose: Purpose
    let deadline: Duration
}

/// Pending work for a Service Changed subscription that was refused for lack of security, or was
/// made on an earlier connection.
enum ServiceChangedRetry: Hashable {
    /// The peer should have kept the subscription, but not all peers do.
    case renewing(configuration: Handle)
    /// So far nothing indicates better security of the link.
    case awaitingSecurity(configuration: Handle)
    /// The peer has accepted another subscription meanwhile.
    case due(configuration: Handle)
}

/// Progress of the client's own setup.
enum Setup: Hashable {
    case notStarted
    case exchangingMTU
    case readingName
    case readingHash(then: SearchTarget)
    /// Compares known services with those of the peer, one after the other.
    case checking(left: [ServiceCheck])
    case discoveringGenericAttributeService
    case subscribingToServiceChanged(configuration: Handle)
    case discoveringService
    case done
}
