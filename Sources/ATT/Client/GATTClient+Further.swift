extension GATTClient {
    /// The next request of the search for what is less urgent than the first service: nothing waits for
    /// it, and it goes on between operations.
    mutating func nextFurtherRequest() throws(Violation) -> (any AttributePDU)? {
        guard isPastUrgent || foundService == nil else { return nil }
        if furtherDiscovery == nil, let need = furtherDue.first {
            furtherDiscovery = ServiceDiscovery(of: need.service, requiring: need.required)
        }
        return try furtherDiscovery?.nextRequest()
    }

    /// Takes the response to its last request; nil is a refusal.
    mutating func continueFurtherDiscovery(_ pdu: [UInt8]?) throws(Violation) {
        guard let need = furtherDue.first, furtherDiscovery != nil else { return }
        if let pdu {
            try furtherDiscovery?.receive(pdu)
        } else {
            furtherDiscovery?.receiveRefusal()
        }
        guard let finished = furtherDiscovery, finished.isFinished else { return }
        furtherDue.removeFirst()
        furtherDiscovery = nil
        guard let service = finished.service else { return report(.furtherNotFound(need.service)) }
        furtherServices[need.service] = service
        report(.furtherFound(need.service))
        learn()
    }

    /// Takes what is known from another time.
    mutating func useFurther(_ known: [UUID: GATTService]) {
        for need in furtherDue {
            guard let service = known[need.service],
                need.required.allSatisfy({ service[$0] != nil })
            else { continue }
            furtherServices[need.service] = service
            report(.furtherFound(need.service))
        }
        furtherDue.removeAll { furtherServices[$0.service] != nil }
    }

    /// Takes note that attributes have changed: what was known of them is void, and what was not there
    /// before may be.
    mutating func forgetFurther(_ isChanged: (GATTService) -> Bool) {
        furtherDiscovery = nil
        if transaction?.purpose == .discoveringFurther { transaction?.purpose = .nothing }
        for need in options.further {
            if let service = furtherServices[need.service] {
                guard isChanged(service) else { continue }
                furtherServices[need.service] = nil
                for characteristic in service.characteristics
                where subscribed.removeValue(forKey: characteristic.valueHandle) != nil {
                    unsettled.insert(characteristic.uuid)
                }
                abandonOperations(on: service)
                report(.furtherVanished(need.service))
            }
            if !furtherDue.contains(need) { furtherDue.append(need) }
        }
    }

    /// Ends the operations on a service that is not there any more, without waiting for the peer.
    private mutating func abandonOperations(on service: GATTService) {
        if let current, service.range.contains(current.handle) {
            if transaction?.purpose == .operating { transaction?.purpose = .nothing }
            completeCurrentOperation(.failed(.serviceUnavailable))
        }
        for operation in waiting where service.range.contains(operation.handle) {
            report(.completed(operation.id, .failed(.serviceUnavailable)))
        }
        waiting.removeAll { service.range.contains($0.handle) }
    }
}

extension PendingOperation {
    /// The attribute that it is about.
    fileprivate var handle: Handle {
        switch work {
        case .configure(_, let configuration, _): configuration
        case .write(let handle, _), .read(let handle): handle
        }
    }
}
