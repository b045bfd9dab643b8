extension GATTServer {
    /// Returns the value of an attribute as this peer sees it.
    func value(of entry: AttributeTable.Entry) -> [UInt8] {
        switch entry.content {
        case .constant(let value): value
        case .configuration: kept[entry.handle] ?? [0, 0]
        case .clientFeatures: kept[entry.handle] ?? [0]
        case .databaseHash: table.hash
        }
    }

    /// Returns the reason why an attribute may not be read or written, if there is one.
    ///
    /// - Parameter never: the reason if no link allows the access.
    func refusal(
        _ condition: ServerAccess.Condition, _ never: ErrorCode, _ question: Question
    ) -> ErrorCode? {
        switch condition {
        case .always: nil
        case .never: never
        // iOS starts pairing upon this error; upon Insufficient Encryption it has not always done
        // so.
        case .whenSecure: question.isSecure ? nil : .insufficientAuthentication
        }
    }

    private func readable(
        _ handle: Handle, _ opcode: Opcode, _ question: Question
    ) throws(ErrorResponse) -> [UInt8] {
        guard let entry = table[handle] else {
            throw ErrorResponse(to: opcode, about: handle, .invalidHandle)
        }
        if let code = refusal(entry.access.reading, .readNotPermitted, question) {
            throw ErrorResponse(to: opcode, about: handle, code)
        }
        return value(of: entry)
    }

    // MARK: Reading

    func read(
        _ request: ReadRequest, _ question: Question
    ) throws(ErrorResponse) -> ReadResponse {
        let value = try readable(request.handle, ReadRequest.opcode, question)
        return ReadResponse(value: Array(value.prefix(question.mtu - 1)))
    }

    func readBlob(
        _ request: ReadBlobRequest, _ question: Question
    ) throws(ErrorResponse) -> ReadBlobResponse {
        let value = try readable(request.handle, ReadBlobRequest.opcode, question)
        guard request.offset <= value.count else {
            throw ErrorResponse(to: ReadBlobRequest.opcode, about: request.handle, .invalidOffset)
        }
        let part = value.dropFirst(Int(request.offset)).prefix(question.mtu - 1)
        return ReadBlobResponse(value: Array(part))
    }

    func readMultiple(
        _ request: ReadMultipleRequest, _ question: Question
    ) throws(ErrorResponse) -> ReadMultipleResponse {
        var values: [UInt8] = []
        for handle in request.handles {
            values += try readable(handle, ReadMultipleRequest.opcode, question)
        }
        return ReadMultipleResponse(value: Array(values.prefix(question.mtu - 1)))
    }

    /// Reads several values, each preceded by its length, truncated at the end of the PDU (Core
    /// specification, Vol 3 Part F 3.4.4.11).
    func readMultipleVariable(
        _ request: ReadMultipleVariableRequest, _ question: Question
    ) throws(ErrorResponse) -> ReadMultipleVariableResponse {
        var values: [UInt8] = []
        for handle in request.handles {
            let value = try readable(handle, ReadMultipleVariableRequest.opcode, question)
            values += UInt16(clamping: value.count).littleEndianBytes + value
        }
        return ReadMultipleVariableResponse(value: Array(values.prefix(question.mtu - 1)))
    }

    // MARK: Writing

    private func writable(
        _ handle: Handle, _ opcode: Opcode, _ question: Question
    ) throws(ErrorResponse) -> AttributeTable.Entry {
        guard let entry = table[handle] else {
            throw ErrorResponse(to: opcode, about: handle, .invalidHandle)
        }
        if let code = refusal(entry.access.writing, .writeNotPermitted, question) {
            throw ErrorResponse(to: opcode, about: handle, code)
        }
        return entry
    }

    mutating func write(
        _ request: WriteRequest, _ question: Question
    ) throws(ErrorResponse) -> WriteResponse {
        let entry = try writable(request.handle, WriteRequest.opcode, question)
        if let code = set(entry, to: request.value) {
            throw ErrorResponse(to: WriteRequest.opcode, about: request.handle, code)
        }
        return WriteResponse()
    }

    /// Performs a write command; a refusal is not reported.
    mutating func write(
        _ command: WriteCommand, _ question: Question
    ) throws(ErrorResponse) -> [UInt8] {
        let entry = try writable(command.handle, WriteCommand.opcode, question)
        _ = set(entry, to: command.value)
        return []
    }

    /// Sets a value that the peer may set; returns the error if it is invalid.
    private mutating func set(_ entry: AttributeTable.Entry, to value: [UInt8]) -> ErrorCode? {
        switch entry.content {
        case .constant, .databaseHash:
            return nil
        case .configuration(let allowed):
            guard value.count == 2 else { return .invalidAttributeValueLength }
            let wanted = UInt16(value[1]) << 8 | UInt16(value[0])
            guard wanted & ~allowed == 0 else { return .valueNotAllowed }
            kept[entry.handle] = value
        case .clientFeatures:
            guard let features = value.first else { return .invalidAttributeValueLength }
            // Enabled features cannot be disabled (Core specification, Vol 3 Part G 7.2).
            let before = kept[entry.handle]?.first ?? 0
            guard before & ~features == 0 else { return .valueNotAllowed }
            kept[entry.handle] = [features]
        }
        return nil
    }

    /// Refuses all parts: no writable value is long enough to need them.
    func prepareWrite(
        _ request: PrepareWriteRequest, _ question: Question
    ) throws(ErrorResponse) -> PrepareWriteResponse {
        _ = try writable(request.handle, PrepareWriteRequest.opcode, question)
        throw ErrorResponse(
            to: PrepareWriteRequest.opcode, about: request.handle, .attributeNotLong)
    }

    /// Accepts writing and cancelling alike, because there are never any parts.
    func executeWrite(
        _ request: ExecuteWriteRequest
    ) throws(ErrorResponse) -> ExecuteWriteResponse {
        guard request == .write || request == .cancel else {
            throw ErrorResponse(to: ExecuteWriteRequest.opcode, .invalidPDU)
        }
        return ExecuteWriteResponse()
    }
}
