extension GATTClient {
    /// Bytes of a hash over services (Core specification, Vol 3 Part G 7.3).
    private static let databaseHashLength = 16

    /// Takes what was found at this peer the last time, or that nothing is known of it; before the
    /// start.
    package mutating func remember(_ known: KnownServices?) {
        guard lookup.setup == .notStarted, !hasEnded else { return }
        options.known = known
    }

    /// What is known of the peer, where it has what is needed.
    private var usableKnowledge: KnownServices? {
        options.known.flatMap { known in
            required.allSatisfy { known.service[$0] != nil } ? known : nil
        }
    }

    /// Goes on once the MTU is settled.
    mutating func lookForServices() {
        if options.asksName {
            options.asksName = false
            lookup.setup = .readingName
        } else if let known = usableKnowledge, known.isCheckedWithoutHash {
            let services = [known.genericAttributeService, known.service]
            lookup.setup = .checking(left: services.compactMap(\.self))
        } else if options.remembersServices || usableKnowledge != nil {
            lookup.setup = .readingHash(then: .genericAttributeService)
        } else {
            discoverGenericAttributeService()
        }
    }

    /// Searches the peer, after its hash where that is to be remembered: it must not be newer than
    /// what is found.
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

    /// Goes on with the peer's hash, which is empty where it has none.
    mutating func concludeHash(_ hash: [UInt8]) {
        guard case .readingHash(let target) = lookup.setup else { return }
        lookup.databaseHash = hash
        if let known = usableKnowledge, !hash.isEmpty, known.databaseHash == hash {
            use(known)
        } else {
            forgetKnowledge()
            discover(target)
        }
    }

    /// Goes on with the characteristics that the peer has where a service that is known should be;
    /// none where it does not say.
    mutating func concludeCheck(_ entries: [ReadByTypeResponse.Entry]) {
        guard case .checking(let left) = lookup.setup, let service = left.first else { return }
        guard let known = usableKnowledge, service.begins(with: entries) else {
            forgetKnowledge()
            return search(.genericAttributeService)
        }
        let rest = Array(left.dropFirst())
        if rest.isEmpty { use(known) } else { lookup.setup = .checking(left: rest) }
    }

    /// The hash in a response; empty where it cannot be one.
    func databaseHash(in pdu: [UInt8]) throws(Violation) -> [UInt8] {
        let value = try ReadByTypeResponse(received: pdu).entries.first?.value ?? []
        return value.count == Self.databaseHashLength ? value : []
    }

    private mutating func use(_ known: KnownServices) {
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
        useFurther(known.further)
    }

    /// Ends the search with what was found.
    mutating func finishSetup(_ service: GATTService?) {
        lookup.setup = .done
        foundService = service
        report(service.map(GATTEvent.serviceFound) ?? .serviceNotFound)
        learn()
    }

    /// Reports what is to be remembered, where that is not what is known already.
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

    /// Takes note that what is known of the peer's services does not hold any more.
    mutating func forgetKnowledge() {
        guard options.known != nil else { return }
        options.known = nil
        report(.learned(nil))
    }

    /// Searches the peer where a refusal shows that what was remembered is wrong; returns whether it
    /// does.
    mutating func searchAnew(after code: ErrorCode) -> Bool {
        guard lookup.isFromMemory, code.isAboutStaleHandles else { return false }
        forgetKnowledge()
        if foundService != nil { forgetService() }
        forgetFurther { _ in true }
        search(.genericAttributeService)
        return true
    }
}

/// Where a search begins.
enum SearchTarget: Hashable {
    case genericAttributeService
    case service
}

extension ErrorCode {
    /// Whether handles that were right once would be answered so.
    fileprivate var isAboutStaleHandles: Bool {
        switch self {
        case .invalidHandle, .attributeNotFound, .writeNotPermitted, .databaseOutOfSync: true
        default: false
        }
    }
}
