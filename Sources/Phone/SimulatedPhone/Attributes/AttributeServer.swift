/// Server side of the attribute protocol for one link: it takes packets and returns replies.
struct AttributeServer: Sendable {
    /// Default MTU of both sides.
    static let defaultMTU = 23
    /// Maximum length of a value (Core specification, Vol 3 Part F 3.2.9).
    static let longestValue = 512

    /// Reply to a packet.
    enum Reply: Sendable {
        case nothing
        case send([UInt8])
        /// Perform these writes, and then send the response of `QueuedWrites` to their outcome.
        case write(QueuedWrites)
        /// The host has confirmed the last indication.
        case confirmed
    }

    /// A refused request, with the handle in the error response.
    struct Refusal: Error {
        let error: SimulatedAttributeError
        var handle: UInt16 = 0
    }

    var table: SimulatedAttributes
    var isEncrypted = false
    /// Error for protected attributes on an unencrypted link.
    var protectionError: SimulatedAttributeError = .insufficientAuthentication
    /// MTU of this side.
    var ownMTU: Int
    /// Whether MTU requests are answered.
    var answersMTU = true
    private(set) var mtu = Self.defaultMTU
    private var hasExchangedMTU = false
    private var configurations: [LiveCharacteristic: UInt16] = [:]
    /// Outcomes of reading characteristics whose values are not in the table.
    var computed: [LiveCharacteristic: Result<[UInt8], SimulatedAttributeError>] = [:]
    var preparedWrites = PreparedWrites()

    init(table: SimulatedAttributes, ownMTU: Int) {
        self.table = table
        self.ownMTU = ownMTU
    }

    /// Handles a packet of the host.
    mutating func receive(_ packet: [UInt8]) -> Reply {
        guard let operation = packet.first, !Operation.isFromServer(operation) else {
            return .nothing
        }
        do throws(Refusal) {
            guard packet.count <= mtu else { throw Refusal(error: .invalidPDU) }
            return try answer(operation, AttributePacketReader(packet.dropFirst()))
        } catch {
            if Operation.isCommand(operation) { return .nothing }
            return .send(Self.errorResponse(to: operation, error.error, handle: error.handle))
        }
    }

    private mutating func answer(
        _ operation: UInt8, _ parameters: AttributePacketReader
    ) throws(Refusal) -> Reply {
        switch operation {
        case Operation.exchangeMTURequest:
            answersMTU ? .send(try exchangeMTU(parameters)) : .nothing
        case Operation.findInformationRequest: .send(try findInformation(parameters))
        case Operation.findByTypeValueRequest: .send(try findByTypeValue(parameters))
        case Operation.readByTypeRequest: .send(try readByType(parameters))
        case Operation.readByGroupTypeRequest: .send(try readByGroupType(parameters))
        case Operation.readRequest: .send(try read(parameters))
        case Operation.readBlobRequest: .send(try readBlob(parameters))
        case Operation.writeRequest, Operation.writeCommand:
            .write(try write(operation, parameters))
        case Operation.prepareWriteRequest: .send(try prepareWrite(parameters))
        case Operation.executeWriteRequest: try executeWrite(parameters)
        case Operation.valueIndication: .send([Operation.valueConfirmation])
        case Operation.valueConfirmation: parameters.isAtEnd ? .confirmed : .nothing
        default: throw Refusal(error: .requestNotSupported)
        }
    }

    static func errorResponse(
        to operation: UInt8, _ error: SimulatedAttributeError, handle: UInt16
    ) -> [UInt8] {
        var packet = [Operation.errorResponse, operation]
        packet.append(word: handle)
        packet.append(error.code)
        return packet
    }

    private mutating func exchangeMTU(_ parameters: AttributePacketReader) throws(Refusal)
        -> [UInt8]
    {
        var parameters = parameters
        guard let hostMTU = parameters.word(), parameters.isAtEnd else {
            throw Refusal(error: .invalidPDU)
        }
        // A client may exchange the MTU once for each link.
        guard !hasExchangedMTU else { throw Refusal(error: .requestNotSupported) }
        hasExchangedMTU = true
        mtu = max(Self.defaultMTU, min(Int(hostMTU), ownMTU))
        var packet = [Operation.response(to: Operation.exchangeMTURequest)]
        packet.append(word: UInt16(clamping: ownMTU))
        return packet
    }
}

extension AttributeServer {
    /// Returns whether the host is subscribed to a characteristic.
    func isSubscribed(to characteristic: LiveCharacteristic) -> Bool {
        configurations[characteristic, default: 0] != 0
    }

    func configuration(of characteristic: LiveCharacteristic) -> UInt16 {
        configurations[characteristic, default: 0]
    }

    mutating func configure(_ characteristic: LiveCharacteristic, as value: UInt16) {
        configurations[characteristic] = value
    }

    /// Returns a notification of a characteristic's value, truncated to the packet length; nil
    /// while its service does not exist.
    func notification(of characteristic: LiveCharacteristic, _ value: [UInt8]) -> [UInt8]? {
        packet(Operation.valueNotification, characteristic, value)
    }

    /// Returns an indication, which the host has to confirm; nil while the service does not exist.
    func indication(of characteristic: LiveCharacteristic, _ value: [UInt8]) -> [UInt8]? {
        packet(Operation.valueIndication, characteristic, value)
    }

    private func packet(
        _ operation: UInt8, _ characteristic: LiveCharacteristic, _ value: [UInt8]
    ) -> [UInt8]? {
        guard let handle = table.valueHandle(of: characteristic) else { return nil }
        var packet = [operation]
        packet.append(word: handle)
        return packet + value.prefix(mtu - 3)
    }
}
