/// What a client found at a bonded peer, for the next time: a peer whose services are the same need
/// not be searched again.
package struct KnownServices: Hashable, Sendable {
    /// The peer's own hash over its services; empty where it has none.
    package let databaseHash: [UInt8]
    /// The service that was looked for.
    package let service: GATTService
    /// The service that tells of changes, if the peer has that.
    package let genericAttributeService: GATTService?
    /// Whether the peer has agreed to tell of changes.
    package let tellsOfChanges: Bool
    /// The other services that were needed and found.
    package let further: [UUID: GATTService]

    /// What a search has found.
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

    /// Whether this may be used once the peer has shown that its characteristics are where they were.
    ///
    /// A bonded peer that has no hash tells of what changed meanwhile as soon as it is back (Core
    /// specification, Vol 3 Part G 7.1). A phone that was restored from another one's backup does
    /// not know that anything has, and a write to what stands there now could do anything.
    var isCheckedWithoutHash: Bool {
        databaseHash.isEmpty && tellsOfChanges
            && genericAttributeService?[.serviceChanged] != nil
    }
}

/// A service that is needed, and the characteristics without which it is not the one meant.
package struct GATTNeed: Hashable, Sendable {
    /// The number of the service.
    package let service: UUID
    /// The characteristics without which it is not the one meant.
    package let required: [UUID]

    /// A need of a service that has at least these characteristics.
    package init(_ service: UUID, requiring required: [UUID]) {
        self.service = service
        self.required = required
    }
}

/// What a client does beside finding the service.
package struct GATTClientOptions: Hashable, Sendable {
    /// What was found at this peer the last time.
    package var known: KnownServices?
    /// Whether the services are to be recognised the next time.
    package var remembersServices: Bool
    /// Whether the peer is asked how large packets may be; where not, it may say so itself.
    package var asksMTU: Bool
    /// Whether the peer is asked first of all what it is called.
    package var asksName: Bool
    /// Whether it is asked that once nothing else is urgent any more: it may have another name now.
    package var checksName: Bool
    /// What is looked for once nothing else is urgent any more.
    package var further: [GATTNeed]

    /// Choices of which nothing is known and nothing is remembered, unless said.
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
