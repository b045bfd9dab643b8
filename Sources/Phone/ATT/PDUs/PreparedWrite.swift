/// Request to queue a part of a long value.
struct PrepareWriteRequest: ValuePartPDU {
    static let opcode = Opcode.prepareWriteRequest
    /// Number of bytes of the PDU other than the value.
    static let overhead = 5

    let handle: Handle
    let offset: UInt16
    let value: [UInt8]
}

/// Response to a queued part, which it repeats.
struct PrepareWriteResponse: ValuePartPDU {
    static let opcode = Opcode.prepareWriteResponse

    let handle: Handle
    let offset: UInt16
    let value: [UInt8]
}

/// Request to write the queued parts, or to cancel them.
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

    /// Cancels all parts.
    static let cancel = ExecuteWriteRequest(flags: cancelFlag)
    /// Writes the value.
    static let write = ExecuteWriteRequest(flags: writeFlag)

    var parameters: [UInt8] { [flags] }
}

struct ExecuteWriteResponse: BarePDU {
    static let opcode = Opcode.executeWriteResponse
}
