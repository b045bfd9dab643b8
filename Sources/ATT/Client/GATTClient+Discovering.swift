extension GATTClient {
    /// Where the peer tells of changed services, once that is known.
    var serviceChangedHandle: Handle? {
        genericAttributeService?[.serviceChanged]?.valueHandle
    }

    /// Looks for the service that tells of changed services: subscribing to that first leaves no
    /// gap in which a change would go unnoticed.
    mutating func discoverGenericAttributeService() {
        setup = .discoveringGenericAttributeService
        serviceChangedRetry = nil
        discovery = ServiceDiscovery(of: .genericAttributeService, requiring: [.serviceChanged])
    }

    /// Looks for the service.
    mutating func discoverService() {
        setup = .discoveringService
        discovery = ServiceDiscovery(of: service, requiring: required)
    }

    /// Goes on to the next step once discovery has nothing more to ask.
    mutating func finishDiscovery() {
        guard let finished = discovery, finished.isFinished else { return }
        discovery = nil
        if setup == .discoveringGenericAttributeService {
            genericAttributeService = finished.service
            if let configuration = finished.service?[.serviceChanged]?.configurationHandle {
                setup = .subscribingToServiceChanged(configuration: configuration)
            } else {
                discoverService()
            }
        } else {
            setup = .done
            foundService = finished.service
            report(finished.service.map(GATTEvent.serviceFound) ?? .serviceNotFound)
        }
    }

    /// Goes on once the peer tells of changed services, or has refused to.
    mutating func concludeServiceChanged(_ refusal: ErrorCode?) {
        if case .subscribingToServiceChanged(let configuration) = setup {
            if refusal?.isAboutSecurity == true {
                serviceChangedRetry = .awaitingSecurity(configuration: configuration)
            }
            discoverService()
        } else if refusal?.isAboutSecurity != true {
            serviceChangedRetry = nil
        }
    }

    /// Takes note that attributes have changed: what was known of them is void at once, and looked
    /// up again when the outstanding request has been answered.
    ///
    /// The search goes through all handles again, not only the changed ones: it takes the same
    /// number of requests, and also finds another instance elsewhere.
    mutating func receiveServiceChanged(_ value: [UInt8]) {
        let changed = Self.changedRange(value)
        if changed == nil { tolerate(.invalidServiceChanged) }
        func isChanged(_ service: GATTService) -> Bool {
            service.range.overlaps(changed ?? .all)
        }
        let mustResubscribe = genericAttributeService.map(isChanged) ?? false
        if let foundService {
            guard mustResubscribe || isChanged(foundService) else { return }
            forgetService()
        }
        if mustResubscribe {
            stopWaiting(for: [.discovering, .subscribingToServiceChanged])
            discoverGenericAttributeService()
        } else if setup == .done || setup == .discoveringService {
            stopWaiting(for: [.discovering])
            discoverService()
        }
    }

    /// Core specification, Vol 3 Part G 7.1: the first and the last affected handle.
    private static func changedRange(_ value: [UInt8]) -> HandleRange? {
        var reader = PDUReader(value)
        guard let first = try? reader.readHandle(), let last = try? reader.readHandle(),
            reader.isAtEnd
        else { return nil }
        return HandleRange(first: first, last: last)
    }

    private mutating func forgetService() {
        foundService = nil
        unsettled.formUnion(subscribed.values)
        subscribed = [:]
        stopWaiting(for: [.operating])
        abandonOperations(as: .serviceUnavailable)
        report(.serviceVanished)
    }

    /// Lets the response to the outstanding request come to nothing if it was part of these.
    private mutating func stopWaiting(for purposes: Set<Transaction.Purpose>) {
        guard let purpose = transaction?.purpose, purposes.contains(purpose) else { return }
        transaction?.purpose = .nothing
    }
}
