extension GATTServer {
    /// Lists the types of attributes in a range (Core specification, Vol 3 Part F 3.4.3.1).
    func findInformation(
        _ request: FindInformationRequest, _ question: Question
    ) throws(ErrorResponse) -> FindInformationResponse {
        let found = try range(request.first, request.last, of: FindInformationRequest.opcode)
        let isShort = table[found].first.map { $0.type.short != nil }
        let alike = table[found].prefix { ($0.type.short != nil) == isShort }
        let room = (question.mtu - 2) / (isShort == true ? 4 : 18)
        let entries = alike.prefix(room).map {
            FindInformationResponse.Entry(handle: $0.handle, type: $0.type)
        }
        guard !entries.isEmpty else {
            throw nothingFound(FindInformationRequest.opcode, request.first)
        }
        return FindInformationResponse(entries)
    }

    /// Finds attributes by type and value; unreadable ones do not match (Core specification, Vol 3
    /// Part F 3.4.3.3).
    func findByTypeValue(
        _ request: FindByTypeValueRequest, _ question: Question
    ) throws(ErrorResponse) -> FindByTypeValueResponse {
        let opcode = FindByTypeValueRequest.opcode
        let found = try range(request.first, request.last, of: opcode)
        let type = UUID(short: request.type)
        let matches = table[found].lazy.filter {
            $0.type == type && refusal($0.access.reading, .readNotPermitted, question) == nil
                && value(of: $0) == request.value
        }
        let entries = matches.prefix((question.mtu - 1) / 4).map {
            FindByTypeValueResponse.Entry(found: $0.handle, groupEnd: $0.groupEnd ?? $0.handle)
        }
        guard !entries.isEmpty else { throw nothingFound(opcode, request.first) }
        return FindByTypeValueResponse(Array(entries))
    }

    /// Lists values of the same length, up to the first unreadable one (Core specification, Vol 3
    /// Part F 3.4.4.1).
    ///
    /// If the very first is unreadable, the request is refused.
    func readByType(
        _ request: ReadByTypeRequest, _ question: Question
    ) throws(ErrorResponse) -> ReadByTypeResponse {
        let found = try range(request.first, request.last, of: ReadByTypeRequest.opcode)
        let matches = table[found].filter { $0.type == request.type }
        let overhead = 2
        let entries = try list(
            matches, of: ReadByTypeRequest.opcode, from: request.first, overhead: overhead,
            question)
        return ReadByTypeResponse(entries.map { .init(handle: $0.handle, value: $0.value) })
    }

    /// Lists the services in a range (Core specification, Vol 3 Part F 3.4.4.9).
    func readByGroupType(
        _ request: ReadByGroupTypeRequest, _ question: Question
    ) throws(ErrorResponse) -> ReadByGroupTypeResponse {
        let opcode = ReadByGroupTypeRequest.opcode
        let found = try range(request.first, request.last, of: opcode)
        guard request.type == .primaryService || request.type == .secondaryService else {
            throw ErrorResponse(to: opcode, about: request.first, .unsupportedGroupType)
        }
        let matches = table[found].filter { $0.type == request.type }
        let entries = try list(matches, of: opcode, from: request.first, overhead: 4, question)
        return ReadByGroupTypeResponse(
            entries.map { .init(handle: $0.handle, groupEnd: $0.groupEnd, value: $0.value) })
    }

    /// An attribute with its value in a list.
    private struct Listed {
        let handle: Handle
        let groupEnd: Handle
        let value: [UInt8]
    }

    private func list(
        _ matches: [AttributeTable.Entry], of opcode: Opcode, from first: Handle, overhead: Int,
        _ question: Question
    ) throws(ErrorResponse) -> [Listed] {
        var listed: [Listed] = []
        var length: Int?
        // The length of an entry is one byte.
        let room = question.mtu - 2
        let longest = min(room, Int(UInt8.max)) - overhead
        for entry in matches {
            if let code = refusal(entry.access.reading, .readNotPermitted, question) {
                guard listed.isEmpty else { break }
                throw ErrorResponse(to: opcode, about: entry.handle, code)
            }
            let value = value(of: entry)
            guard length == nil || length == value.count else { break }
            length = value.count
            let cut = Array(value.prefix(longest))
            guard (listed.count + 1) * (cut.count + overhead) <= room else { break }
            listed.append(
                Listed(handle: entry.handle, groupEnd: entry.groupEnd ?? entry.handle, value: cut))
        }
        guard !listed.isEmpty else { throw nothingFound(opcode, first) }
        return listed
    }

    private func range(
        _ first: Handle, _ last: Handle, of opcode: Opcode
    ) throws(ErrorResponse) -> HandleRange {
        guard let range = HandleRange(first: first, last: last) else {
            throw ErrorResponse(to: opcode, about: first, .invalidHandle)
        }
        return range
    }

    private func nothingFound(_ opcode: Opcode, _ first: Handle) -> ErrorResponse {
        ErrorResponse(to: opcode, about: first, .attributeNotFound)
    }
}
