extension GATTClient {
    /// Handle of Service Changed, if known.
    ///
    /// A known peer may send Service Changed before any request.
    var serviceChangedHandle: Handle? {
        (lookup.genericAttributeService ?? options.known?.genericAttributeService)?[
            .serviceChanged]?
            .valueHandle
    }

    /// Searches for the service with Service Changed.
    ///
    /// Subscribing to it first leaves no gap in which a change would go unnoticed.
    mutating func discoverGenericAttributeService() {
        lookup.setup = .discoveringGenericAttributeService
        lookup.serviceChangedRetry = nil
        lookup.tellsOfChanges = false
        lookup.discovery = ServiceDiscovery(
            of: .genericAttributeService, requiring: [.serviceChanged])
    }

    /// Searches for the required service.
    mutating func discoverService() {
        lookup.setup = .discoveringService
        lookup.discovery = ServiceDiscovery(of: service, requiring: required)
    }

    /// Continues with the next step when discovery is finished.
    mutating func finishDiscovery() {
        guard let finished = lookup.discovery, finished.isFinished else { return }
        lookup.discovery = nil
        if lookup.setup == .discoveringGenericAttributeService {
            lookup.genericAttributeService = finished.service
            if let configuration = finished.service?[.serviceChanged]?.configurationHandle {
                lookup.setup = .subscribingToServiceChanged(configuration: configuration)
            } else {
                discoverService()
            }
        } else {
            finishSetup(finished.service)
        }
    }

    /// Continues after the subscription to Service Changed; `refusal` is nil if the peer accepted
    /// it.
    mutating func concludeServiceChanged(_ refusal: ErrorCode?) {
        if let refusal, searchAnew(after: refusal) { return }
        lookup.tellsOfChanges = refusal == nil
        guard case .subscribingToServiceChanged(let configuration) = lookup.setup else {
            if refusal?.isAboutSecurity != true { lookup.serviceChangedRetry = nil }
            return learn()
        }
        if refusal?.isAboutSecurity == true {
            lookup.serviceChangedRetry = .awaitingSecurity(configuration: configuration)
        }
        if lookup.isFromMemory, let known = options.known { return finishSetup(known.service) }
        lookup.isFromMemory = false
        discoverService()
    }

    /// Handles Service Changed: knowledge of the affected attributes is invalid immediately.
    ///
    /// They are searched again after the outstanding request.
    ///
    /// The search covers all handles, not only the changed ones. It takes the same number of
    /// requests, and also finds another instance elsewhere.
    mutating func receiveServiceChanged(_ value: [UInt8]) {
        let changed = Self.changedRange(value)
        if changed == nil { tolerate(.invalidServiceChanged) }
        func isChanged(_ service: GATTService) -> Bool {
            service.range.overlaps(changed ?? .all)
        }
        forgetFurther(isChanged)
        let mustResubscribe = lookup.genericAttributeService.map(isChanged) ?? false
        if let foundService {
            guard mustResubscribe || isChanged(foundService) else { return }
            forgetService()
            forgetKnowledge()
        } else if let known = options.known,
            isChanged(known.service) || known.genericAttributeService.map(isChanged) ?? false
        {
            forgetKnowledge()
        }
        if mustResubscribe {
            stopWaiting(for: [.readingHash, .discovering, .subscribingToServiceChanged])
            search(.genericAttributeService)
        } else if lookup.setup == .done || lookup.setup == .discoveringService {
            stopWaiting(for: [.discovering])
            search(.service)
        }
    }

    /// Returns the first and last affected handle (Core specification, Vol 3 Part G 7.1); nil if
    /// the value is not a range.
    private static func changedRange(_ value: [UInt8]) -> HandleRange? {
        var reader = PDUReader(value)
        guard let first = try? reader.readHandle(), let last = try? reader.readHandle(),
            reader.isAtEnd
        else { return nil }
        return HandleRange(first: first, last: last)
    }

    /// Reports the first service as vanished, after the end of all subscriptions and operations of
    /// this client.
    mutating func forgetService() {
        foundService = nil
        unsettled.formUnion(subscribed.values)
        subscribed = [:]
        stopWaiting(for: [.operating])
        abandonOperations(as: .serviceUnavailable)
        report(.serviceVanished)
    }

    /// Ignores the response to the outstanding request if it has one of these purposes.
    private mutating func stopWaiting(for purposes: Set<Transaction.Purpose>) {
        guard let purpose = transaction?.purpose, purposes.contains(purpose) else { return }
        transaction?.purpose = .nothing
    }
}
