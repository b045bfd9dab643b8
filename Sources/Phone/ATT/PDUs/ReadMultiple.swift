/// Asks for the values of several attributes, whose lengths are known.
struct ReadMultipleRequest: HandleListPDU {
    static let opcode = Opcode.readMultipleRequest

    let handles: [Handle]
}

/// Carries the values one after another.
struct ReadMultipleResponse: BareValuePDU {
    static let opcode = Opcode.readMultipleResponse

    let value: [UInt8]
}

/// Asks for the values of several attributes, whose lengths are not known.
struct ReadMultipleVariableRequest: HandleListPDU {
    static let opcode = Opcode.readMultipleVariableRequest

    let handles: [Handle]
}

/// Carries the values one after another, each after its length.
struct ReadMultipleVariableResponse: BareValuePDU {
    static let opcode = Opcode.readMultipleVariableResponse

    let value: [UInt8]
}
