extension GATTClient {
    /// Returns the next request of the search for the other required services.
    ///
    /// It has low priority, and continues between operations.
    mutating func nextFurtherRequest() throws(Violation) -> (any AttributePDU)? {
        guard further.isPastUrgent || foundService == nil else { return nil }
        if further.discovery == nil, let need = further.due.first {
            further.discovery = ServiceDiscovery(of: need.service, requiring: need.required)
        }
        return try further.discovery?.nextRequest()
    }

    /// Handles the response to the last request of that search; nil means that the peer refused it.
    mutating func continueFurtherDiscovery(_ pdu: [UInt8]?) throws(Violation) {
        guard let need = further.due.first, further.discovery != nil else { return }
        if let pdu {
            try further.discovery?.receive(pdu)
        } else {
            further.discovery?.receiveRefusal()
        }
        guard let finished = further.discovery, finished.isFinished else { return }
        further.due.removeFirst()
        further.discovery = nil
        guard let service = finished.service else { return report(.furtherNotFound(need.service)) }
        further.services[need.service] = service
        report(.furtherFound(need.service))
        learn()
    }

    /// Adopts services known from an earlier connection, and returns those that are required.
    mutating func adoptFurther(_ known: [UUID: GATTService]) -> [UUID] {
        let found = further.due.filter { need in
            known[need.service].map { service in
                need.required.allSatisfy { service[$0] != nil }
            } ?? false
        }.map(\.service)
        for service in found { further.services[service] = known[service] }
        further.due.removeAll { further.services[$0.service] != nil }
        return found
    }

    /// Handles changed attributes: knowledge of them is invalid, and services missing before may
    /// exist now.
    mutating func forgetFurther(_ isChanged: (GATTService) -> Bool) {
        further.discovery = nil
        if transaction?.purpose == .discoveringFurther { transaction?.purpose = .nothing }
        for need in options.further {
            if let service = further.services[need.service] {
                guard isChanged(service) else { continue }
                further.services[need.service] = nil
                for characteristic in service.characteristics
                where subscribed.removeValue(forKey: characteristic.valueHandle) != nil {
                    unsettled.insert(characteristic.uuid)
                }
                abandonOperations(on: service)
                report(.furtherVanished(need.service))
            }
            if !further.due.contains(need) { further.due.append(need) }
        }
    }

    /// Ends the operations on a removed service, without waiting for the peer.
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
    /// Attribute of the operation.
    fileprivate var handle: Handle {
        switch work {
        case .configure(_, let configuration, _): configuration
        case .write(let handle, _), .read(let handle): handle
        }
    }
}
