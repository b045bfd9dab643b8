/// Services found at a bonded peer, remembered so that unchanged services need not be searched
/// again.
package struct KnownServices: Hashable, Sendable {
    /// Peer's database hash; empty if it has none.
    package let databaseHash: [UInt8]
    /// The required service.
    package let service: GATTService
    /// Service with Service Changed, if the peer has it.
    package let genericAttributeService: GATTService?
    /// Whether the peer has accepted the subscription to Service Changed.
    package let tellsOfChanges: Bool
    /// Other required services that were found.
    package let further: [UUID: GATTService]

    package init(
        databaseHash: [UInt8], service: GATTService, genericAttributeService: GATTService?,
        tellsOfChanges: Bool, further: [UUID: GATTService] = [:]
    ) {
        self.databaseHash = databaseHash
        self.service = service
        self.genericAttributeService = genericAttributeService
        self.tellsOfChanges = tellsOfChanges
        self.further = further
    }

    /// Whether the knowledge may be used after a check of the characteristics, without a hash.
    ///
    /// A bonded peer without a hash reports changes as soon as it reconnects (Core specification,
    /// Vol 3 Part G 7.1). A phone restored from the backup of another does not know of any change.
    /// A write to whatever attribute is now at the handle could do anything.
    var isCheckedWithoutHash: Bool {
        databaseHash.isEmpty && tellsOfChanges
            && genericAttributeService?[.serviceChanged] != nil
    }
}

/// A required service, with the characteristics that it must have to be accepted.
package struct GATTNeed: Hashable, Sendable {
    package let service: UUID
    /// Characteristics that the service must have to be accepted.
    package let required: [UUID]

    package init(_ service: UUID, requiring required: [UUID]) {
        self.service = service
        self.required = required
    }
}

/// Options of a client.
package struct GATTClientOptions: Hashable, Sendable {
    /// Services found at this peer the last time.
    package var known: KnownServices?
    /// Whether the services are to be remembered.
    package var remembersServices: Bool
    /// Whether the client requests an MTU exchange; if not, the peer may still do so.
    package var asksMTU: Bool
    /// Whether the client requests the peer's name first.
    package var asksName: Bool
    /// Whether the client requests the name later, after all urgent work, in case it has changed.
    package var checksName: Bool
    /// Services to be searched after all urgent work.
    package var further: [GATTNeed]

    /// Creates options; by default no services are known or remembered.
    package init(
        known: KnownServices? = nil, remembersServices: Bool = false, asksMTU: Bool = true,
        asksName: Bool = false, checksName: Bool = false, further: [GATTNeed] = []
    ) {
        self.asksMTU = asksMTU
        self.known = known
        self.remembersServices = remembersServices
        self.asksName = asksName
        self.checksName = checksName
        self.further = further
    }
}
