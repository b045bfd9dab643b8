extension AttributeTable {
    /// AES-CMAC with a zero key over the declarations of services and characteristics (Core
    /// specification, Vol 3 Part G 7.3.1).
    ///
    /// Of other descriptors only handle and type are included.
    var databaseHash: [UInt8] {
        var message: [UInt8] = []
        for entry in entries {
            let place = entry.handle.rawValue.littleEndianBytes + entry.type.bytes
            switch entry.type.short {
            case 0x2800, 0x2801, 0x2802, 0x2803, 0x2900:
                guard case .constant(let value) = entry.content else { continue }
                message += place + value
            case 0x2901, 0x2902, 0x2903, 0x2904, 0x2905:
                message += place
            default:
                continue
            }
        }
        // The hash is a number, sent with its lowest byte first.
        return CMAC(key: [UInt8](repeating: 0, count: AES128.blockLength)).code(of: message)
            .reversed()
    }
}
