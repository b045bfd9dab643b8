/// Opcode of a PDU, its first byte.
package struct Opcode: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Whether this is a command, known or unknown, which gets no response.
    var isCommand: Bool {
        rawValue & 0x40 != 0
    }

    var isResponse: Bool {
        Self.responses.contains(rawValue)
    }

    /// Response to this request if it is not an error: the next number, without exception.
    var response: Opcode {
        Opcode(rawValue: rawValue | 1)
    }

    /// Error Response, then all other responses (Core specification, Vol 3 Part F 3.4.8).
    private static let responses: Set<UInt8> = [
        0x01, 0x03, 0x05, 0x07, 0x09, 0x0B, 0x0D, 0x0F, 0x11, 0x13, 0x17, 0x19, 0x21,
    ]

    static let errorResponse = Opcode(rawValue: 0x01)
    static let exchangeMTURequest = Opcode(rawValue: 0x02)
    static let exchangeMTUResponse = Opcode(rawValue: 0x03)
    static let findInformationRequest = Opcode(rawValue: 0x04)
    static let findInformationResponse = Opcode(rawValue: 0x05)
    static let findByTypeValueRequest = Opcode(rawValue: 0x06)
    static let findByTypeValueResponse = Opcode(rawValue: 0x07)
    static let readByTypeRequest = Opcode(rawValue: 0x08)
    static let readByTypeResponse = Opcode(rawValue: 0x09)
    static let readRequest = Opcode(rawValue: 0x0A)
    static let readResponse = Opcode(rawValue: 0x0B)
    static let readBlobRequest = Opcode(rawValue: 0x0C)
    static let readBlobResponse = Opcode(rawValue: 0x0D)
    static let readMultipleRequest = Opcode(rawValue: 0x0E)
    static let readMultipleResponse = Opcode(rawValue: 0x0F)
    static let readByGroupTypeRequest = Opcode(rawValue: 0x10)
    static let readByGroupTypeResponse = Opcode(rawValue: 0x11)
    static let writeRequest = Opcode(rawValue: 0x12)
    static let writeResponse = Opcode(rawValue: 0x13)
    static let prepareWriteRequest = Opcode(rawValue: 0x16)
    static let prepareWriteResponse = Opcode(rawValue: 0x17)
    static let executeWriteRequest = Opcode(rawValue: 0x18)
    static let executeWriteResponse = Opcode(rawValue: 0x19)
    static let handleValueNotification = Opcode(rawValue: 0x1B)
    static let handleValueIndication = Opcode(rawValue: 0x1D)
    static let handleValueConfirmation = Opcode(rawValue: 0x1E)
    static let readMultipleVariableRequest = Opcode(rawValue: 0x20)
    static let readMultipleVariableResponse = Opcode(rawValue: 0x21)
    static let multipleHandleValueNotification = Opcode(rawValue: 0x23)
    static let writeCommand = Opcode(rawValue: 0x52)
}

extension Opcode: CustomStringConvertible {
    /// Number in hexadecimal, as in the specification.
    package var description: String {
        "0x\(rawValue.hexadecimal)"
    }
}
