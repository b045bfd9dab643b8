extension AttributeServer {
    func read(_ parameters: AttributePacketReader) throws(Refusal) -> [UInt8] {
        var parameters = parameters
        let attribute = try readableAttribute(&parameters)
        guard parameters.isAtEnd else { throw Refusal(error: .invalidPDU) }
        return [Operation.response(to: Operation.readRequest)]
            + value(of: attribute).prefix(mtu - 1)
    }

    func readBlob(_ parameters: AttributePacketReader) throws(Refusal) -> [UInt8] {
        var parameters = parameters
        // A wrong length is detected before errors of the handle.
        var length = parameters
        guard length.word() != nil, length.word() != nil, length.isAtEnd else {
            throw Refusal(error: .invalidPDU)
        }
        let attribute = try readableAttribute(&parameters)
        let value = value(of: attribute)
        guard let offset = parameters.word(), Int(offset) <= value.count else {
            throw Refusal(error: .invalidOffset, handle: attribute.handle)
        }
        return [Operation.response(to: Operation.readBlobRequest)]
            + value.dropFirst(Int(offset)).prefix(mtu - 1)
    }

    mutating func write(
        _ operation: UInt8, _ parameters: AttributePacketReader
    ) throws(Refusal) -> QueuedWrites {
        var parameters = parameters
        let (handle, target) = try writableAttribute(&parameters)
        // Values can be written only with a response.
        if operation == Operation.writeCommand, case .value = target {
            throw Refusal(error: .writeNotPermitted, handle: handle)
        }
        let write = AttributeWrite(handle: handle, target: target, value: parameters.remainder())
        try check(write)
        return QueuedWrites(operation: operation, writes: [write])
    }

    mutating func prepareWrite(_ parameters: AttributePacketReader) throws(Refusal) -> [UInt8] {
        var echo = parameters
        var parameters = parameters
        var length = parameters
        guard length.word() != nil, length.word() != nil else { throw Refusal(error: .invalidPDU) }
        let (handle, target) = try writableAttribute(&parameters)
        guard let offset = parameters.word() else { throw Refusal(error: .invalidPDU) }
        let part = PreparedWrites.Part(
            handle: handle, target: target, offset: Int(offset), value: parameters.remainder())
        guard preparedWrites.append(part) else {
            throw Refusal(error: .prepareQueueFull, handle: handle)
        }
        return [Operation.response(to: Operation.prepareWriteRequest)] + echo.remainder()
    }

    mutating func executeWrite(_ parameters: AttributePacketReader) throws(Refusal) -> Reply {
        var parameters = parameters
        guard let flags = parameters.byte(), flags <= 1, parameters.isAtEnd else {
            throw Refusal(error: .invalidPDU)
        }
        let parts = preparedWrites.takeAll()
        var writes: [AttributeWrite] = []
        if flags == 1 {
            writes = try PreparedWrites.join(parts)
            for write in writes { try check(write) }
        }
        return .write(QueuedWrites(operation: Operation.executeWriteRequest, writes: writes))
    }

    func checkReadable(_ attribute: Attribute) throws(Refusal) {
        guard attribute.isReadable else {
            throw Refusal(error: .readNotPermitted, handle: attribute.handle)
        }
        guard !attribute.isReadOpenly else { return }
        try checkAccess(to: attribute)
        if let source = attribute.source, case .failure(let error) = computed[source] {
            throw Refusal(error: error, handle: attribute.handle)
        }
    }

    func value(of attribute: Attribute) -> [UInt8] {
        if case .configuration(let characteristic, _) = attribute.target {
            var value: [UInt8] = []
            value.append(word: configuration(of: characteristic))
            return value
        }
        if let source = attribute.source, case .success(let value) = computed[source] {
            return value
        }
        return attribute.value
    }

    /// Returns the delay of the phone for a packet that reads or writes one attribute.
    func delay(over packet: [UInt8]) -> Behaviour.Delay {
        let operations = [
            Operation.readRequest, Operation.readBlobRequest, Operation.writeRequest,
        ]
        guard let operation = packet.first, operations.contains(operation) else { return .init() }
        var parameters = AttributePacketReader(packet.dropFirst())
        return parameters.word().flatMap { table[$0] }?.delay ?? .init()
    }

    private func checkAccess(to attribute: Attribute) throws(Refusal) {
        guard isEncrypted || !attribute.isProtected else {
            throw Refusal(error: protectionError, handle: attribute.handle)
        }
        if let refusal = attribute.refusal {
            throw Refusal(error: refusal, handle: attribute.handle)
        }
    }

    private func attribute(_ parameters: inout AttributePacketReader) throws(Refusal) -> Attribute {
        guard let handle = parameters.word() else { throw Refusal(error: .invalidPDU) }
        guard let attribute = table[handle] else {
            throw Refusal(error: .invalidHandle, handle: handle)
        }
        return attribute
    }

    private func readableAttribute(_ parameters: inout AttributePacketReader) throws(Refusal)
        -> Attribute
    {
        let attribute = try attribute(&parameters)
        try checkReadable(attribute)
        return attribute
    }

    private func writableAttribute(
        _ parameters: inout AttributePacketReader
    ) throws(Refusal) -> (UInt16, Attribute.WriteTarget) {
        let attribute = try attribute(&parameters)
        guard let target = attribute.target else {
            throw Refusal(error: .writeNotPermitted, handle: attribute.handle)
        }
        try checkAccess(to: attribute)
        return (attribute.handle, target)
    }

    private func check(_ write: AttributeWrite) throws(Refusal) {
        switch write.target {
        case .value:
            guard write.value.count <= Self.longestValue else {
                throw Refusal(error: .invalidValueLength, handle: write.handle)
            }
        case .configuration(_, let allowed):
            guard let value = write.configuration else {
                throw Refusal(error: .invalidValueLength, handle: write.handle)
            }
            guard value & ~allowed == 0 else {
                throw Refusal(error: .valueNotAllowed, handle: write.handle)
            }
        }
    }
}
