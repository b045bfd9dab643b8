extension GATTClient {
    /// Length of the database hash in bytes (Core specification, Vol 3 Part G 7.3).
    private static let databaseHashLength = 16

    /// Sets the services found at this peer the last time, or nil; to be called before the start.
    package mutating func remember(_ known: KnownServices?) {
        guard lookup.setup == .notStarted, !hasEnded else { return }
        options.known = known
    }

    /// Knowledge of the peer, if it includes all required characteristics.
    private var usableKnowledge: KnownServices? {
        options.known.flatMap { known in
            required.allSatisfy { known.service[$0] != nil } ? known : nil
        }
    }

    /// Takes the next step after the MTU exchange: requests the name, checks known services, reads
    /// the
    /// hash, or searches.
    mutating func lookForServices() {
        if options.asksName {
            options.asksName = false
            lookup.setup = .readingName
        } else if let known = usableKnowledge, known.isCheckedWithoutHash {
            let first = known.genericAttributeService.map { ServiceCheck($0) }
            let second = ServiceCheck(known.service, beside: known.further)
            lookup.setup = .checking(left: [first, second].compactMap(\.self))
        } else if options.remembersServices || usableKnowledge != nil {
            lookup.setup = .readingHash(then: .genericAttributeService)
        } else {
            discoverGenericAttributeService()
        }
    }

    /// Searches the peer's services, from this target on.
    ///
    /// If the result is to be remembered, the hash is read first: it must not be newer than the
    /// result.
    mutating func search(_ target: SearchTarget) {
        lookup.databaseHash = []
        lookup.isFromMemory = false
        if options.remembersServices {
            lookup.setup = .readingHash(then: target)
        } else {
            discover(target)
        }
    }

    private mutating func discover(_ target: SearchTarget) {
        switch target {
        case .genericAttributeService: discoverGenericAttributeService()
        case .service: discoverService()
        }
    }

    /// Continues with the peer's hash, which is empty if the peer has none.
    mutating func concludeHash(_ hash: [UInt8]) {
        guard case .readingHash(let target) = lookup.setup else { return }
        lookup.databaseHash = hash
        if let known = usableKnowledge, !hash.isEmpty, known.databaseHash == hash {
            use(known, further: known.further)
        } else {
            forgetKnowledge()
            discover(target)
        }
    }

    /// Continues with the characteristics found at the place of a known service; empty if the peer
    /// refused to list them.
    mutating func concludeCheck(_ entries: [ReadByTypeResponse.Entry]) {
        guard case .checking(let left) = lookup.setup, let check = left.first else { return }
        guard let known = usableKnowledge, check.holds(entries) else {
            forgetKnowledge()
            return search(.genericAttributeService)
        }
        let rest = Array(left.dropFirst())
        guard rest.isEmpty else {
            lookup.setup = .checking(left: rest)
            return
        }
        // Attributes before an unchanged service have kept their places. Behind it, another app's
        // service may be at the place of one that the phone no longer offers.
        let shown = check.shown(by: entries)
        use(
            known,
            further: known.further.filter { check.behind[$0.key] == nil || shown.contains($0.key) })
    }

    /// Returns the hash in a response; empty if it is not a valid hash.
    func databaseHash(in pdu: [UInt8]) throws(Violation) -> [UInt8] {
        let value = try ReadByTypeResponse(received: pdu).entries.first?.value ?? []
        return value.count == Self.databaseHashLength ? value : []
    }

    /// Uses known services.
    ///
    /// - Parameter further: those of the other services that may be used without a search.
    private mutating func use(_ known: KnownServices, further: [UUID: GATTService]) {
        let found = adoptFurther(further)
        lookup.databaseHash = known.databaseHash
        lookup.genericAttributeService = known.genericAttributeService
        lookup.tellsOfChanges = known.tellsOfChanges
        lookup.isFromMemory = true
        let configuration = lookup.genericAttributeService?[.serviceChanged]?.configurationHandle
        if let configuration, !lookup.tellsOfChanges {
            lookup.setup = .subscribingToServiceChanged(configuration: configuration)
        } else {
            lookup.serviceChangedRetry = configuration.map { .renewing(configuration: $0) }
            finishSetup(known.service)
        }
        for service in found { report(.furtherFound(service)) }
    }

    /// Ends the search with its result.
    mutating func finishSetup(_ service: GATTService?) {
        lookup.setup = .done
        foundService = service
        report(service.map(GATTEvent.serviceFound) ?? .serviceNotFound)
        learn()
    }

    /// Reports the services to remember, if they differ from the known ones.
    mutating func learn() {
        guard options.remembersServices, let foundService else { return }
        let found = KnownServices(
            databaseHash: lookup.databaseHash, service: foundService,
            genericAttributeService: lookup.genericAttributeService,
            tellsOfChanges: lookup.tellsOfChanges,
            further: further.services)
        guard found != options.known else { return }
        options.known = found
        report(.learned(found))
    }

    /// Discards the knowledge of the peer's services.
    mutating func forgetKnowledge() {
        guard options.known != nil else { return }
        options.known = nil
        report(.learned(nil))
    }

    /// Searches again if a refusal shows that the remembered services are wrong.
    ///
    /// Returns whether it does.
    mutating func searchAnew(after code: ErrorCode) -> Bool {
        guard lookup.isFromMemory, code.isAboutStaleHandles else { return false }
        forgetKnowledge()
        if foundService != nil { forgetService() }
        forgetFurther { _ in true }
        search(.genericAttributeService)
        return true
    }
}

/// Start of a search.
enum SearchTarget: Hashable {
    case genericAttributeService
    case service
}

extension ErrorCode {
    /// Whether the code may be an answer to handles that were valid earlier.
    fileprivate var isAboutStaleHandles: Bool {
        switch self {
        case .invalidHandle, .attributeNotFound, .writeNotPermitted, .databaseOutOfSync: true
        default: false
        }
    }
}
