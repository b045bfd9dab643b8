/// Request for the attributes in a range with a given type and value; used to find a service.
struct FindByTypeValueRequest: AttributePDU {
    static let opcode = Opcode.findByTypeValueRequest

    let first: Handle
    let last: Handle
    /// Type, which exists only in its short form in this request.
    let type: UInt16
    let value: [UInt8]

    init(first: Handle, last: Handle, type: UInt16, value: [UInt8]) {
        self.first = first
        self.last = last
        self.type = type
        self.value = value
    }

    init(parsing parameters: inout PDUReader) throws(PDUError) {
        first = try parameters.readHandle()
        last = try parameters.readHandle()
        type = try parameters.readUInt16()
        value = parameters.readRest()
    }

    var parameters: [UInt8] {
        first.rawValue.littleEndianBytes + last.rawValue.littleEndianBytes
            + type.littleEndianBytes + value
    }
}

/// List of the found attributes, each with the last handle of its group.
struct FindByTypeValueResponse: AttributePDU {
    struct Entry: Hashable, Sendable {
        let found: Handle
        let groupEnd: Handle
    }

    static let opcode = Opcode.findByTypeValueResponse

    let entries: [Entry]

    init(_ entries: [Entry]) {
        self.entries = entries
    }

    init(parsing parameters: inout PDUReader) throws(PDUError) {
        entries = try parameters.readList(entryLength: 4) { entry throws(PDUError) in
            Entry(found: try entry.readHandle(), groupEnd: try entry.readHandle())
        }
    }

    var parameters: [UInt8] {
        entries.flatMap {
            $0.found.rawValue.littleEndianBytes + $0.groupEnd.rawValue.littleEndianBytes
        }
    }
}
