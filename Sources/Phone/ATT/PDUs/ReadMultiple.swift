/// Request for the values of several attributes of known lengths.
struct ReadMultipleRequest: HandleListPDU {
    static let opcode = Opcode.readMultipleRequest

    let handles: [Handle]
}

/// Response with the concatenated values.
struct ReadMultipleResponse: BareValuePDU {
    static let opcode = Opcode.readMultipleResponse

    let value: [UInt8]
}

/// Request for the values of several attributes of unknown lengths.
struct ReadMultipleVariableRequest: HandleListPDU {
    static let opcode = Opcode.readMultipleVariableRequest

    let handles: [Handle]
}

/// Response with the values, each preceded by its length.
struct ReadMultipleVariableResponse: BareValuePDU {
    static let opcode = Opcode.readMultipleVariableResponse

    let value: [UInt8]
}
