/// Request for the types of the attributes in a range.
struct FindInformationRequest: AttributePDU {
    static let opcode = Opcode.findInformationRequest

    let first: Handle
    let last: Handle

    init(first: Handle, last: Handle) {
        self.first = first
        self.last = last
    }

    init(parsing parameters: inout PDUReader) throws(PDUError) {
        first = try parameters.readHandle()
        last = try parameters.readHandle()
    }

    var parameters: [UInt8] {
        first.rawValue.littleEndianBytes + last.rawValue.littleEndianBytes
    }
}

/// List of attributes and their types, either all in the short or all in the long form.
struct FindInformationResponse: AttributePDU {
    struct Entry: Hashable, Sendable {
        let handle: Handle
        let type: UUID
    }

    static let opcode = Opcode.findInformationResponse
    private static let shortFormat: UInt8 = 1
    private static let longFormat: UInt8 = 2

    private let format: UInt8
    let entries: [Entry]

    init(_ entries: [Entry]) {
        format = entries.allSatisfy { $0.type.short != nil } ? Self.shortFormat : Self.longFormat
        self.entries = entries
    }

    init(parsing parameters: inout PDUReader) throws(PDUError) {
        format = try parameters.readUInt8()
        guard format == Self.shortFormat || format == Self.longFormat else {
            throw .invalidFormat(format)
        }
        let length = format == Self.shortFormat ? 4 : 18
        entries = try parameters.readList(entryLength: length) { entry throws(PDUError) in
            Entry(handle: try entry.readHandle(), type: try entry.readUUID())
        }
    }

    var parameters: [UInt8] {
        [format]
            + entries.flatMap { entry in
                entry.handle.rawValue.littleEndianBytes
                    + (format == Self.shortFormat
                        ? entry.type.bytes : entry.type.value.littleEndianBytes)
            }
    }
}
