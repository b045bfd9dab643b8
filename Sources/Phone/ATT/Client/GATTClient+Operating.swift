extension GATTClient {
    /// Queues an operation, or completes it immediately if it is impossible.
    mutating func enqueue(_ operation: GATTOperation, as id: OperationID) {
        do throws(OperationFailure) {
            var pending = PendingOperation(id: id, work: try plan(operation))
            guard waiting.count < Self.maximumWaitingOperations else { throw .queueFull }
            if case .subscribe(let uuid) = operation {
                pending.needsReset = unsettled.contains(uuid)
            }
            waiting.append(pending)
        } catch {
            report(.completed(id, .failed(error)))
        }
    }

    private func plan(
        _ operation: GATTOperation
    ) throws(OperationFailure) -> PendingOperation.Work {
        guard foundService != nil || !further.services.isEmpty else { throw .serviceUnavailable }
        switch operation {
        case .subscribe(let uuid), .unsubscribe(let uuid):
            guard let characteristic = characteristic(uuid),
                characteristic.configurationToSubscribe != nil,
                let configuration = characteristic.configurationHandle
            else { throw .notOffered }
            return .configure(
                characteristic, at: configuration, subscribing: operation == .subscribe(uuid))
        case .write(let value, let uuid):
            guard let characteristic = characteristic(uuid) else { throw .notOffered }
            guard value.count <= Self.maximumValueLength else { throw .valueTooLong }
            return .write(characteristic.valueHandle, value)
        case .read(let uuid):
            guard let characteristic = characteristic(uuid) else { throw .notOffered }
            return .read(characteristic.valueHandle)
        }
    }

    /// Returns a found characteristic; the needs of one owner contain none twice.
    private func characteristic(_ uuid: UUID) -> GATTCharacteristic? {
        if let found = foundService?[uuid] { return found }
        return further.services.values.lazy.compactMap { $0[uuid] }.first
    }

    /// Sends the next request, unless the peer has not answered the last one.
    mutating func sendNextRequest(at now: Duration) {
        guard !hasEnded, transaction == nil else { return }
        do throws(Violation) {
            guard let (request, purpose) = try nextRequest() else { return }
            send(request)
            transaction = Transaction(
                request: type(of: request).opcode, purpose: purpose,
                deadline: now
                    + (purpose == .exchangingMTU ? Self.mtuTimeout : Self.transactionTimeout))
        } catch {
            end(.violated(error))
        }
    }

    private mutating func nextRequest() throws(Violation) -> (
        any AttributePDU, Transaction.Purpose
    )? {
        if hasPreparedParts, current?.parts == nil {
            hasPreparedParts = false
            return (ExecuteWriteRequest.cancel, .forgettingPreparedParts)
        }
        switch lookup.setup {
        case .notStarted:
            return nil
        case .exchangingMTU:
            return (ExchangeMTURequest(clientReceiveMTU: UInt16(Self.ourMTU)), .exchangingMTU)
        case .readingName:
            return (Self.nameRequest, .readingName)
        case .readingHash:
            let request = ReadByTypeRequest(first: .first, last: .last, type: .databaseHash)
            return (request, .readingHash)
        case .checking(let left):
            guard let range = left.first?.range else { return nil }
            let request = ReadByTypeRequest(
                first: range.first, last: range.last, type: .characteristic)
            return (request, .checking)
        case .discoveringGenericAttributeService, .discoveringService:
            return try lookup.discovery?.nextRequest().map { ($0, .discovering) }
        case .subscribingToServiceChanged(let configuration):
            return (serviceChangedRequest(configuration), .subscribingToServiceChanged)
        case .done:
            return try nextRequestAfterSetup()
        }
    }

    /// Returns the next request of the owner, or of the less urgent setup that remains.
    private mutating func nextRequestAfterSetup() throws(Violation) -> (
        any AttributePDU, Transaction.Purpose
    )? {
        if further.isPastUrgent, case .renewing(let configuration) = lookup.serviceChangedRetry {
            lookup.serviceChangedRetry = .due(configuration: configuration)
        }
        if current == nil, case .due(let configuration) = lookup.serviceChangedRetry {
            lookup.serviceChangedRetry = .awaitingSecurity(configuration: configuration)
            return (serviceChangedRequest(configuration), .subscribingToServiceChanged)
        }
        if options.checksName, further.isPastUrgent, current == nil, waiting.isEmpty {
            options.checksName = false
            return (Self.nameRequest, .readingName)
        }
        if let request = nextOperationRequest() { return (request, .operating) }
        return try nextFurtherRequest().map { ($0, .discoveringFurther) }
    }

    private func serviceChangedRequest(_ configuration: Handle) -> WriteRequest {
        let value = GATTCharacteristic.configurationToIndicate.littleEndianBytes
        return WriteRequest(handle: configuration, value: value)
    }

    private mutating func nextOperationRequest() -> (any AttributePDU)? {
        if current == nil, !waiting.isEmpty { current = waiting.removeFirst() }
        switch current?.work {
        case nil:
            return nil
        case .configure(let characteristic, let configuration, let subscribing):
            let isOn = subscribing && current?.needsReset == false
            // Values may arrive before the response.
            if isOn { subscribed[characteristic.valueHandle] = characteristic.uuid }
            let value =
                isOn
                ? characteristic.configurationToSubscribe ?? 0
                : GATTCharacteristic.configurationToUnsubscribe
            return WriteRequest(handle: configuration, value: value.littleEndianBytes)
        case .write(let handle, let value):
            if current?.parts == nil, value.count <= mtu - WriteRequest.overhead {
                return WriteRequest(handle: handle, value: value)
            }
            return nextPartRequest(handle, value)
        case .read(let handle):
            guard let count = current?.bytesRead.count, count > 0 else {
                return ReadRequest(handle: handle)
            }
            return ReadBlobRequest(handle: handle, offset: UInt16(count))
        }
    }

    private mutating func nextPartRequest(_ handle: Handle, _ value: [UInt8]) -> any AttributePDU {
        var parts = current?.parts ?? PartsProgress()
        let rest = value.dropFirst(parts.preparedCount)
        parts.outstanding =
            rest.isEmpty
            ? nil
            : PrepareWriteRequest(
                handle: handle, offset: UInt16(parts.preparedCount),
                value: Array(rest.prefix(mtu - PrepareWriteRequest.overhead)))
        current?.parts = parts
        hasPreparedParts = parts.outstanding != nil
        return parts.outstanding ?? ExecuteWriteRequest.write
    }

    /// Handles the refusal of the current operation's last request.
    mutating func refuseOperation(_ code: ErrorCode) {
        if searchAnew(after: code) { return }
        // A refusal to unsubscribe does not matter for the subscription that follows.
        if current?.needsReset == true {
            current?.needsReset = false
        } else if let read = current?.bytesRead, !read.isEmpty,
            code == .attributeNotLong || code == .invalidOffset
        {
            completeCurrentOperation(.value(read))
        } else {
            completeCurrentOperation(.refused(code))
        }
    }

    /// Handles the response to the current operation's last request.
    mutating func continueOperation(_ pdu: [UInt8]) throws(Violation) {
        if current?.needsReset == true {
            _ = try WriteResponse(received: pdu)
            current?.needsReset = false
            return
        }
        if case .read = current?.work { return try continueReading(pdu) }
        guard let parts = current?.parts else {
            _ = try WriteResponse(received: pdu)
            return completeCurrentOperation(.succeeded)
        }
        guard let part = parts.outstanding else {
            _ = try ExecuteWriteResponse(received: pdu)
            return completeCurrentOperation(.succeeded)
        }
        guard try PrepareWriteResponse(received: pdu).repeats(part) else {
            return completeCurrentOperation(.failed(.partGarbled))
        }
        current?.parts?.preparedCount += part.value.count
    }

    /// Appends a part of a value; a part that fills the packet may not be the last.
    private mutating func continueReading(_ pdu: [UInt8]) throws(Violation) {
        let isFirst = current?.bytesRead.isEmpty ?? true
        let part =
            isFirst
            ? try ReadResponse(received: pdu).value : try ReadBlobResponse(received: pdu).value
        current?.bytesRead += part
        let read = current?.bytesRead ?? []
        if part.count == mtu - 1, read.count < Self.maximumValueLength { return }
        completeCurrentOperation(.value(Array(read.prefix(Self.maximumValueLength))))
    }

    /// Completes the current operation.
    mutating func completeCurrentOperation(_ outcome: OperationOutcome) {
        guard let operation = current else { return }
        current = nil
        if case .configure(let characteristic, _, let subscribing) = operation.work {
            if outcome == .succeeded { unsettled.remove(characteristic.uuid) }
            if !subscribing || outcome != .succeeded {
                subscribed[characteristic.valueHandle] = nil
            } else if case .awaitingSecurity(let configuration) = lookup.serviceChangedRetry {
                lookup.serviceChangedRetry = .due(configuration: configuration)
            }
        }
        // Other work waits for a first write, so that it does not delay consecutive subscriptions.
        if case .write = operation.work { further.isPastUrgent = true }
        if case .refused = outcome { further.isPastUrgent = true }
        report(.completed(operation.id, outcome))
    }

    /// Ends all operations without waiting for the peer.
    mutating func abandonOperations(as failure: OperationFailure) {
        completeCurrentOperation(.failed(failure))
        for operation in waiting { report(.completed(operation.id, .failed(failure))) }
        waiting = []
    }
}

extension PrepareWriteResponse {
    /// Returns whether the peer received the part exactly as sent.
    fileprivate func repeats(_ part: PrepareWriteRequest) -> Bool {
        handle == part.handle && offset == part.offset && value == part.value
    }
}
