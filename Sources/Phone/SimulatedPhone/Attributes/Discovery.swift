extension AttributeServer {
    /// Maximum length of entries in responses with a one-byte length field.
    private static let longestEntry = 255

    func findInformation(_ parameters: AttributePacketReader) throws(Refusal) -> [UInt8] {
        var parameters = parameters
        let range = try handles(&parameters)
        guard parameters.isAtEnd else { throw Refusal(error: .invalidPDU) }
        var packet = [Operation.response(to: Operation.findInformationRequest)]
        var typeLength: Int?
        for attribute in table.attributes(in: range) {
            let type = attribute.type.bytes
            if typeLength == nil { packet.append(type.count == 2 ? 1 : 2) }
            // All types in one response have the same length.
            guard type.count == typeLength ?? type.count, packet.count + 2 + type.count <= mtu
            else { break }
            typeLength = type.count
            packet.append(word: attribute.handle)
            packet += type
        }
        guard typeLength != nil else { throw notFound(in: range) }
        return packet
    }

    func findByTypeValue(_ parameters: AttributePacketReader) throws(Refusal) -> [UInt8] {
        var parameters = parameters
        let range = try handles(&parameters)
        guard let short = parameters.word() else { throw Refusal(error: .invalidPDU) }
        let (type, value) = (AttributeType(short), parameters.remainder())
        var packet = [Operation.response(to: Operation.findByTypeValueRequest)]
        for attribute in table.attributes(in: range)
        where attribute.type == type && attribute.value == value {
            guard (try? checkReadable(attribute)) != nil, attribute.target == nil else { continue }
            guard packet.count + 4 <= mtu else { break }
            packet.append(word: attribute.handle)
            packet.append(word: table.groupEnd(of: attribute))
        }
        guard packet.count > 1 else { throw notFound(in: range) }
        return packet
    }

    func readByType(_ parameters: AttributePacketReader) throws(Refusal) -> [UInt8] {
        var parameters = parameters
        let range = try handles(&parameters)
        guard let type = AttributeType(littleEndian: parameters.remainder()) else {
            throw Refusal(error: .invalidPDU)
        }
        var entries = EntryList(Operation.readByTypeRequest, mtu: mtu)
        for attribute in table.attributes(in: range) where attribute.type == type {
            do throws(Refusal) {
                try checkReadable(attribute)
            } catch {
                // If the first attribute is unreadable, the request fails; a later one only ends
                // the list.
                if entries.isEmpty { throw error }
                break
            }
            var head: [UInt8] = []
            head.append(word: attribute.handle)
            guard entries.append(head, value(of: attribute), limit: Self.longestEntry) else {
                break
            }
        }
        guard !entries.isEmpty else { throw notFound(in: range) }
        return entries.packet
    }

    func readByGroupType(_ parameters: AttributePacketReader) throws(Refusal) -> [UInt8] {
        var parameters = parameters
        let range = try handles(&parameters)
        guard let type = AttributeType(littleEndian: parameters.remainder()) else {
            throw Refusal(error: .invalidPDU)
        }
        guard type == .primaryService || type == .secondaryService else {
            throw Refusal(error: .unsupportedGroupType, handle: range.lowerBound)
        }
        var entries = EntryList(Operation.readByGroupTypeRequest, mtu: mtu)
        for attribute in table.attributes(in: range) where attribute.type == type {
            var head: [UInt8] = []
            head.append(word: attribute.handle)
            head.append(word: table.groupEnd(of: attribute))
            guard entries.append(head, attribute.value, limit: Self.longestEntry) else { break }
        }
        guard !entries.isEmpty else { throw notFound(in: range) }
        return entries.packet
    }

    private func handles(
        _ parameters: inout AttributePacketReader
    ) throws(Refusal) -> ClosedRange<UInt16> {
        guard let first = parameters.word(), let last = parameters.word() else {
            throw Refusal(error: .invalidPDU)
        }
        guard first > 0, first <= last else { throw Refusal(error: .invalidHandle, handle: first) }
        return first...last
    }

    private func notFound(in range: ClosedRange<UInt16>) -> Refusal {
        Refusal(error: .attributeNotFound, handle: range.lowerBound)
    }
}

/// A response whose entries all have the length of the first.
private struct EntryList {
    private(set) var packet: [UInt8]
    private let mtu: Int
    private var entryLength: Int?

    init(_ request: UInt8, mtu: Int) {
        packet = [Operation.response(to: request)]
        self.mtu = mtu
    }

    var isEmpty: Bool { entryLength == nil }

    /// Appends an entry; returns false if it does not fit in this response.
    mutating func append(_ head: [UInt8], _ value: [UInt8], limit: Int) -> Bool {
        let entry = head + value.prefix(min(mtu - 2, limit) - head.count)
        if let entryLength {
            guard entry.count == entryLength, packet.count + entry.count <= mtu else {
                return false
            }
        } else {
            entryLength = entry.count
            packet.append(UInt8(entry.count))
        }
        packet += entry
        return true
    }
}
