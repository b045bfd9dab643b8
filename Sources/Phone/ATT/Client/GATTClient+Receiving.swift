extension GATTClient {
    /// Dispatches a PDU by its opcode.
    mutating func dispatch(_ pdu: [UInt8]) {
        guard let first = pdu.first else { return tolerate(.emptyPDU) }
        let opcode = Opcode(rawValue: first)
        switch opcode {
        case .handleValueNotification: receiveNotification(pdu)
        case .handleValueIndication: receiveIndication(pdu)
        case .handleValueConfirmation: tolerate(.unexpectedConfirmation)
        case .multipleHandleValueNotification: tolerate(.multipleValues)
        case .exchangeMTURequest: receiveMTURequest(pdu)
        case _ where opcode.isResponse: receiveResponse(pdu, opcode)
        case _ where opcode.isCommand: break
        default: send(ErrorResponse(to: opcode, .requestNotSupported))
        }
    }

    private func checkLength(of pdu: [UInt8]) throws(Violation) {
        guard pdu.count <= mtu else { throw .tooLong(length: pdu.count, mtu: mtu) }
    }

    // MARK: Server side

    private mutating func receiveMTURequest(_ pdu: [UInt8]) {
        do throws(Violation) {
            let request = try ExchangeMTURequest(received: pdu)
            send(ExchangeMTUResponse(serverReceiveMTU: UInt16(Self.ourMTU)))
            agree(onPeersMTU: request.clientReceiveMTU)
            isMTUSettled = true
        } catch {
            send(ErrorResponse(to: .exchangeMTURequest, .invalidPDU))
            tolerate(error)
        }
    }

    /// Sets the smaller MTU of both sides; a value below the default means the default (Core
    /// specification, Vol 3 Part F 3.4.2.2).
    private mutating func agree(onPeersMTU theirs: UInt16) {
        mtu = max(Self.defaultMTU, min(Self.ourMTU, Int(theirs)))
    }

    // MARK: Values

    private mutating func receiveNotification(_ pdu: [UInt8]) {
        do throws(Violation) {
            try checkLength(of: pdu)
            let notification = try HandleValueNotification(received: pdu)
            deliver(notification.value, of: notification.handle)
        } catch {
            tolerate(error)
        }
    }

    private mutating func receiveIndication(_ pdu: [UInt8]) {
        send(HandleValueConfirmation())
        do throws(Violation) {
            try checkLength(of: pdu)
            let indication = try HandleValueIndication(received: pdu)
            if indication.handle == serviceChangedHandle {
                receiveServiceChanged(indication.value)
            } else {
                deliver(indication.value, of: indication.handle)
            }
        } catch {
            tolerate(error)
        }
    }

    private mutating func deliver(_ value: [UInt8], of handle: Handle) {
        guard let characteristic = subscribed[handle] else {
            unclaimedValueCount += 1
            return
        }
        report(.value(characteristic, value))
    }

    // MARK: Responses

    private mutating func receiveResponse(_ pdu: [UInt8], _ opcode: Opcode) {
        guard let transaction else { return tolerate(.unexpectedResponse(opcode)) }
        do throws(Violation) {
            try checkLength(of: pdu)
            if opcode == .errorResponse {
                let refusal = try ErrorResponse(received: pdu)
                guard refusal.request == transaction.request else {
                    throw .wrongResponse(opcode, to: transaction.request)
                }
                self.transaction = nil
                try concludeRefused(transaction.purpose, refusal.code)
            } else {
                guard opcode == transaction.request.response else {
                    throw .wrongResponse(opcode, to: transaction.request)
                }
                self.transaction = nil
                try conclude(transaction.purpose, pdu)
            }
        } catch {
            end(.violated(error))
        }
    }

    private mutating func conclude(
        _ purpose: Transaction.Purpose, _ pdu: [UInt8]
    ) throws(Violation) {
        switch purpose {
        case .exchangingMTU:
            agree(onPeersMTU: try ExchangeMTUResponse(received: pdu).serverReceiveMTU)
            lookForServices()
        case .readingHash:
            concludeHash(try databaseHash(in: pdu))
        case .checking:
            concludeCheck(try ReadByTypeResponse(received: pdu).entries)
        case .readingName:
            try receiveName(pdu)
            if lookup.setup == .readingName { lookForServices() }
        case .discovering:
            try lookup.discovery?.receive(pdu)
            finishDiscovery()
        case .discoveringFurther:
            try continueFurtherDiscovery(pdu)
        case .subscribingToServiceChanged:
            _ = try WriteResponse(received: pdu)
            concludeServiceChanged(nil)
        case .operating:
            try continueOperation(pdu)
        case .forgettingPreparedParts, .nothing:
            break
        }
    }

    private mutating func concludeRefused(
        _ purpose: Transaction.Purpose, _ code: ErrorCode
    ) throws(Violation) {
        switch purpose {
        case .exchangingMTU:
            lookForServices()
        case .readingHash:
            concludeHash([])
        case .checking:
            concludeCheck([])
        case .discovering:
            lookup.discovery?.receiveRefusal()
            finishDiscovery()
        case .discoveringFurther:
            try continueFurtherDiscovery(nil)
        case .subscribingToServiceChanged:
            concludeServiceChanged(code)
        case .operating:
            refuseOperation(code)
        case .readingName:
            if lookup.setup == .readingName { lookForServices() }
        case .forgettingPreparedParts, .nothing:
            break
        }
    }
}
