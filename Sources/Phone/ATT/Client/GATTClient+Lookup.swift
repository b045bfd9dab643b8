extension GATTClient {
    /// What is known of the peer's services, and how far the search for the first is.
    struct Lookup: Sendable {
        var setup = Setup.notStarted
        /// The search that goes on.
        var discovery: ServiceDiscovery?
        /// The service that tells of changed services, once it was found.
        var genericAttributeService: GATTService?
        /// What is to be done yet for being told of changes.
        var serviceChangedRetry: ServiceChangedRetry?
        /// Whether the peer has agreed to tell of changed services.
        var tellsOfChanges = false
        /// The peer's hash over its services, once it is known that it has one.
        var databaseHash: [UInt8] = []
        /// Whether the service was found another time, and not searched for since.
        var isFromMemory = false
    }

    /// The other services that are needed.
    struct FurtherLookup: Sendable {
        /// Whether the owner has got what it wanted first, so that what is less urgent may be done.
        var isPastUrgent = false
        /// Those that the peer offers.
        var services: [UUID: GATTService] = [:]
        /// Those that have yet to be looked for.
        var due: [GATTNeed] = []
        /// The search for the first of these.
        var discovery: ServiceDiscovery?
    }
}
