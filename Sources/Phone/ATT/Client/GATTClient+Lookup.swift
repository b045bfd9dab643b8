extension GATTClient {
    /// Known services of the peer, and the state of the search for the first service.
    struct Lookup: Sendable {
        var setup = Setup.notStarted
        /// Search in progress.
        var discovery: ServiceDiscovery?
        /// Service with Service Changed, once found.
        var genericAttributeService: GATTService?
        /// Pending work for the subscription to Service Changed.
        var serviceChangedRetry: ServiceChangedRetry?
        /// Whether the peer has accepted the subscription to Service Changed.
        var tellsOfChanges = false
        /// Peer's database hash; empty if it has none, or until it is known.
        var databaseHash: [UInt8] = []
        /// Whether the service is from an earlier connection, without a search since.
        var isFromMemory = false
    }

    /// State of the search for the other required services.
    struct FurtherLookup: Sendable {
        /// Whether the owner's urgent operations are done, so that less urgent work may start.
        var isPastUrgent = false
        /// Services that the peer offers.
        var services: [UUID: GATTService] = [:]
        /// Services yet to be searched.
        var due: [GATTNeed] = []
        /// Search for the first service in `due`.
        var discovery: ServiceDiscovery?
    }
}
