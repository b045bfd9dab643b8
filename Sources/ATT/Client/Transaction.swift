/// The request that awaits its response.
struct Transaction {
    /// What the request is part of.
    enum Purpose: Hashable {
        case exchangingMTU
        case discovering
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

/// How far the client has got with what it must do of itself.
enum Setup: Hashable {
    case notStarted
    case exchangingMTU
    case discoveringGenericAttributeService
    case subscribingToServiceChanged(configuration: Handle)
    case discoveringService
    case done
}
