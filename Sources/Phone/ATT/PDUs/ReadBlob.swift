/// Request for a part of the value of an attribute.
struct ReadBlobRequest: AttributePDU {
    static let opcode = Opcode.readBlobRequest

    let handle: Handle
    let offset: UInt16

    init(handle: Handle, offset: UInt16) {
        self.handle = handle
        self.offset = offset
    }

    init(parsing parameters: inout PDUReader) throws(PDUError) {
        handle = try parameters.readHandle()
        offset = try parameters.readUInt16()
    }

    var parameters: [UInt8] {
        handle.rawValue.littleEndianBytes + offset.littleEndianBytes
    }
}

/// Response with the value from the offset on, or as much of it as fits.
struct ReadBlobResponse: BareValuePDU {
    static let opcode = Opcode.readBlobResponse

    let value: [UInt8]
}
