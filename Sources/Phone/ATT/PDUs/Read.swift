/// Request for the value of an attribute.
struct ReadRequest: AttributePDU {
    static let opcode = Opcode.readRequest

    let handle: Handle

    init(handle: Handle) {
        self.handle = handle
    }

    init(parsing parameters: inout PDUReader) throws(PDUError) {
        handle = try parameters.readHandle()
    }

    var parameters: [UInt8] { handle.rawValue.littleEndianBytes }
}

/// Response with the value, or as much of it as fits.
struct ReadResponse: AttributePDU {
    static let opcode = Opcode.readResponse

    let value: [UInt8]

    init(value: [UInt8]) {
        self.value = value
    }

    init(parsing parameters: inout PDUReader) throws(PDUError) {
        value = parameters.readRest()
    }

    var parameters: [UInt8] { value }
}
