/// Request that states the MTU of its sender, and asks for that of the receiver.
struct ExchangeMTURequest: AttributePDU {
    static let opcode = Opcode.exchangeMTURequest

    let clientReceiveMTU: UInt16

    init(clientReceiveMTU: UInt16) {
        self.clientReceiveMTU = clientReceiveMTU
    }

    init(parsing parameters: inout PDUReader) throws(PDUError) {
        clientReceiveMTU = try parameters.readUInt16()
    }

    var parameters: [UInt8] { clientReceiveMTU.littleEndianBytes }
}

/// Response that states the MTU of its sender.
struct ExchangeMTUResponse: AttributePDU {
    static let opcode = Opcode.exchangeMTUResponse

    let serverReceiveMTU: UInt16

    init(serverReceiveMTU: UInt16) {
        self.serverReceiveMTU = serverReceiveMTU
    }

    init(parsing parameters: inout PDUReader) throws(PDUError) {
        serverReceiveMTU = try parameters.readUInt16()
    }

    var parameters: [UInt8] { serverReceiveMTU.littleEndianBytes }
}
