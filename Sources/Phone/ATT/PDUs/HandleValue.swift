/// Tells the value of an attribute.
struct HandleValueNotification: HandleAndValuePDU {
    static let opcode = Opcode.handleValueNotification

    let handle: Handle
    let value: [UInt8]
}

/// Tells the value of an attribute and waits until that is confirmed.
struct HandleValueIndication: HandleAndValuePDU {
    static let opcode = Opcode.handleValueIndication

    let handle: Handle
    let value: [UInt8]
}

/// Says that the indication has come.
struct HandleValueConfirmation: BarePDU {
    static let opcode = Opcode.handleValueConfirmation
}
