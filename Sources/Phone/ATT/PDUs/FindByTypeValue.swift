/// Asks which attributes in a range have a type and a value; this is how a service is found.
struct FindByTypeValueRequest: AttributePDU {
    static let opcode = Opcode.findByTypeValueRequest

    let first: Handle
    let last: Handle
    /// The type, which this request has only in its short form.
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

/// Lists the attributes that were found, each with the last handle of its group.
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
