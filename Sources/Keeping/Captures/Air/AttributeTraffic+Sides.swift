extension AttributeTraffic {
    /// Whether the packet is from the attribute server; nil for a packet of neither side.
    ///
    /// The server sends responses, notifications and indications; the client sends requests,
    /// commands and confirmations.
    static func isFromPhone(_ packet: [UInt8]) -> Bool? {
        switch packet.first {
        case 0x01, 0x03, 0x05, 0x07, 0x09, 0x0B, 0x0D, 0x0F, 0x11, 0x13, 0x17, 0x19, 0x1B, 0x1D,
            0x21, 0x23:
            true
        case 0x02, 0x04, 0x06, 0x08, 0x0A, 0x0C, 0x0E, 0x10, 0x12, 0x16, 0x18, 0x1E, 0x20, 0x52,
            0xD2:
            false
        default: nil
        }
    }
}
