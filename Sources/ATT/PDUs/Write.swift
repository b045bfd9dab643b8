/// Asks to set the value of an attribute.
struct WriteRequest: AttributePDU {
    static let opcode = Opcode.writeRequest
    /// The bytes of the PDU that are not the value.
    static let overhead = 3

    let handle: Handle
    let value: [UInt8]

    init(handle: Handle, value: [UInt8]) {
        self.handle = handle
        self.value = value
    }

    init(parsing parameters: inout PDUReader) throws(PDUError) {
        handle = try parameters.readHandle()
        value = parameters.readRest()
    }

    var parameters: [UInt8] { handle.rawValue.littleEndianBytes + value }
}

/// Says that the value was set.
struct WriteResponse: AttributePDU {
    static let opcode = Opcode.writeResponse

    init() {}

    init(parsing parameters: inout PDUReader) throws(PDUError) {}

    var parameters: [UInt8] { [] }
}

/// Sets the value of an attribute without an answer.
struct WriteCommand: AttributePDU {
    static let opcode = Opcode.writeCommand

    let handle: Handle
    let value: [UInt8]

    init(handle: Handle, value: [UInt8]) {
        self.handle = handle
        self.value = value
    }

    init(parsing parameters: inout PDUReader) throws(PDUError) {
        handle = try parameters.readHandle()
        value = parameters.readRest()
    }

    var parameters: [UInt8] { handle.rawValue.littleEndianBytes + value }
}
