/// Request to write the value of an attribute.
struct WriteRequest: HandleAndValuePDU {
    static let opcode = Opcode.writeRequest
    /// Number of bytes of the PDU other than the value.
    static let overhead = 3

    let handle: Handle
    let value: [UInt8]
}

struct WriteResponse: BarePDU {
    static let opcode = Opcode.writeResponse
}

/// Command to write the value of an attribute, without a response.
struct WriteCommand: HandleAndValuePDU {
    static let opcode = Opcode.writeCommand

    let handle: Handle
    let value: [UInt8]
}
