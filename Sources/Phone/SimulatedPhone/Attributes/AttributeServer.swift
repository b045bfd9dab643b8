/// The server side of the attribute protocol for one link: packets in, replies out.
struct AttributeServer: Sendable {
    /// The size of packets both sides take before they agree on another.
    static let defaultMTU = 23
    /// Core specification, volume 3, part F, 3.2.9.
    static let longestValue = 512

    /// What a packet makes the server do.
    enum Reply: Sendable {
        /// Nothing at all.
        case nothing
        /// Sends a packet.
        case send([UInt8])
        /// Has these writes performed, then sends what `QueuedWrites` makes of the outcome.
        case write(QueuedWrites)
        /// Takes note that the host has confirmed the last indication.
        case confirmed
    }

    /// A refused request, and the handle that the error response names.
    struct Refusal: Error {
        let error: SimulatedAttributeError
        var handle: UInt16 = 0
    }

    var table: SimulatedAttributes
    var isEncrypted = false
    /// What a host is told that touches a protected attribute on a link that is not encrypted.
    var protectionError: SimulatedAttributeError = .insufficientAuthentication
    /// The size of packets that this side takes.
    var ownMTU: Int
    /// Whether a host hears of that.
    var answersMTU = true
    private(set) var mtu = Self.defaultMTU
    private var hasExchangedMTU = false
    private var configurations: [LiveCharacteristic: UInt16] = [:]
    var preparedWrites = PreparedWrites()

    init(table: SimulatedAttributes, ownMTU: Int) {
        self.table = table
        self.ownMTU = ownMTU
    }

    /// Answers a packet of the host's.
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
        // A client may ask once for each link.
        guard !hasExchangedMTU else { throw Refusal(error: .requestNotSupported) }
        hasExchangedMTU = true
        mtu = max(Self.defaultMTU, min(Int(hostMTU), ownMTU))
        var packet = [Operation.response(to: Operation.exchangeMTURequest)]
        packet.append(word: UInt16(clamping: ownMTU))
        return packet
    }
}

extension AttributeServer {
    /// Whether the host wants to be sent a characteristic's values.
    func isSubscribed(to characteristic: LiveCharacteristic) -> Bool {
        configurations[characteristic, default: 0] != 0
    }

    func configuration(of characteristic: LiveCharacteristic) -> UInt16 {
        configurations[characteristic, default: 0]
    }

    mutating func configure(_ characteristic: LiveCharacteristic, as value: UInt16) {
        configurations[characteristic] = value
    }

    /// The packet that tells the host a characteristic's value, cut to what a packet holds.
    func notification(of characteristic: LiveCharacteristic, _ value: [UInt8]) -> [UInt8]? {
        packet(Operation.valueNotification, characteristic, value)
    }

    /// The same for a value that the host has to confirm.
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
