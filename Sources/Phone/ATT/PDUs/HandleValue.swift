/// Value of an attribute, sent without confirmation.
struct HandleValueNotification: HandleAndValuePDU {
    static let opcode = Opcode.handleValueNotification

    let handle: Handle
    let value: [UInt8]
}

/// Value of an attribute that the receiver must confirm.
struct HandleValueIndication: HandleAndValuePDU {
    static let opcode = Opcode.handleValueIndication

    let handle: Handle
    let value: [UInt8]
}

/// Confirmation of an indication.
struct HandleValueConfirmation: BarePDU {
    static let opcode = Opcode.handleValueConfirmation
}
