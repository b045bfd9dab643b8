/// Asks to set the value of an attribute.
struct WriteRequest: HandleAndValuePDU {
    static let opcode = Opcode.writeRequest
    /// The bytes of the PDU that are not the value.
    static let overhead = 3

    let handle: Handle
    let value: [UInt8]
}

/// Says that the value was set.
struct WriteResponse: BarePDU {
    static let opcode = Opcode.writeResponse
}

/// Sets the value of an attribute without an answer.
struct WriteCommand: HandleAndValuePDU {
    static let opcode = Opcode.writeCommand

    let handle: Handle
    let value: [UInt8]
}
