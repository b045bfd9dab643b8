/// Hands over a part of a long value, to be set later with the other parts.
struct PrepareWriteRequest: ValuePartPDU {
    static let opcode = Opcode.prepareWriteRequest
    /// The bytes of the PDU that are not the value.
    static let overhead = 5

    let handle: Handle
    let offset: UInt16
    let value: [UInt8]
}

/// Says that the part was taken, and repeats it.
struct PrepareWriteResponse: ValuePartPDU {
    static let opcode = Opcode.prepareWriteResponse

    let handle: Handle
    let offset: UInt16
    let value: [UInt8]
}

/// Asks to set the value from the parts handed over, or to forget them.
struct ExecuteWriteRequest: AttributePDU {
    static let opcode = Opcode.executeWriteRequest
    private static let cancelFlag: UInt8 = 0
    private static let writeFlag: UInt8 = 1

    private let flags: UInt8

    private init(flags: UInt8) {
        self.flags = flags
    }

    init(parsing parameters: inout PDUReader) throws(PDUError) {
        flags = try parameters.readUInt8()
    }

    /// Forgets all parts.
    static let cancel = ExecuteWriteRequest(flags: cancelFlag)
    /// Sets the value.
    static let write = ExecuteWriteRequest(flags: writeFlag)

    var parameters: [UInt8] { [flags] }
}

/// Says that it was done.
struct ExecuteWriteResponse: BarePDU {
    static let opcode = Opcode.executeWriteResponse
}
