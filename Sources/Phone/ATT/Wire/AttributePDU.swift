/// A kind of PDU of the attribute protocol (Core specification, Vol 3 Part F 3.4).
///
/// It defines the opcode, and encodes and decodes the parameters.
protocol AttributePDU: Hashable, Sendable {
    static var opcode: Opcode { get }

    /// Parses the bytes after the opcode.
    init(parsing parameters: inout PDUReader) throws(PDUError)

    /// Bytes after the opcode.
    var parameters: [UInt8] { get }
}

extension AttributePDU {
    /// Parses a whole PDU, which must fill the bytes completely.
    init(_ bytes: [UInt8]) throws(PDUError) {
        var reader = PDUReader(bytes)
        guard try reader.readUInt8() == Self.opcode.rawValue else { throw .wrongOpcode }
        try self.init(parsing: &reader)
        guard reader.isAtEnd else { throw .trailingBytes }
    }

    /// Encoded PDU.
    var bytes: [UInt8] {
        [Self.opcode.rawValue] + parameters
    }
}
