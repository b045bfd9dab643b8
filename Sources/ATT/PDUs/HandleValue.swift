/// Tells the value of an attribute.
struct HandleValueNotification: AttributePDU {
    static let opcode = Opcode.handleValueNotification

    let handle: Handle
    let value: [UInt8]

    init(handle: Handle, value: [UInt8]) {
        self.handle = handle
        self.value = value
    }

    init(parsing parameters: inout PDUReader) throws(PDUError) {
        handle = try parameters.readHandle()
        value = parameters.readRest()
    }

    var parameters: [UInt8] { handle.rawValue.littleEndianBytes + value }
}

/// Tells the value of an attribute and waits until that is confirmed.
struct HandleValueIndication: AttributePDU {
    static let opcode = Opcode.handleValueIndication

    let handle: Handle
    let value: [UInt8]

    init(handle: Handle, value: [UInt8]) {
        self.handle = handle
        self.value = value
    }

    init(parsing parameters: inout PDUReader) throws(PDUError) {
        handle = try parameters.readHandle()
        value = parameters.readRest()
    }

    var parameters: [UInt8] { handle.rawValue.littleEndianBytes + value }
}

/// Says that the indication has come.
struct HandleValueConfirmation: AttributePDU {
    static let opcode = Opcode.handleValueConfirmation

    init() {}

    init(parsing parameters: inout PDUReader) throws(PDUError) {}

    var parameters: [UInt8] { [] }
}
