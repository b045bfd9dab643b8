/// One kind of PDU of the attribute protocol (Core specification, Vol 3 Part F 3.4): it owns its
/// opcode, and turns its parameters from bytes into a value and back.
protocol AttributePDU: Hashable, Sendable {
    static var opcode: Opcode { get }

    /// Reads what comes after the opcode.
    init(parsing parameters: inout PDUReader) throws(PDUError)

    /// What comes after the opcode.
    var parameters: [UInt8] { get }
}

extension AttributePDU {
    /// Reads a whole PDU, which is all of the bytes or none.
    init(_ bytes: [UInt8]) throws(PDUError) {
        var reader = PDUReader(bytes)
        guard try reader.readUInt8() == Self.opcode.rawValue else { throw .wrongOpcode }
        try self.init(parsing: &reader)
        guard reader.isAtEnd else { throw .trailingBytes }
    }

    /// The whole PDU.
    var bytes: [UInt8] {
        [Self.opcode.rawValue] + parameters
    }
}
