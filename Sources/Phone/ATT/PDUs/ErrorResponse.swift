/// Refusal of a request.
struct ErrorResponse: AttributePDU {
    static let opcode = Opcode.errorResponse

    let request: Opcode
    /// Attribute of the refusal, or none.
    let handle: Handle
    let code: ErrorCode

    init(to request: Opcode, about handle: Handle = .none, _ code: ErrorCode) {
        self.request = request
        self.handle = handle
        self.code = code
    }

    init(parsing parameters: inout PDUReader) throws(PDUError) {
        request = Opcode(rawValue: try parameters.readUInt8())
        handle = try parameters.readHandle()
        code = ErrorCode(rawValue: try parameters.readUInt8())
    }

    var parameters: [UInt8] {
        [request.rawValue] + handle.rawValue.littleEndianBytes + [code.rawValue]
    }
}
