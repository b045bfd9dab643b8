package import Radio

extension ServerService {
    /// Returns the keyboard that never types.
    package static func keyboard(_ usage: Keyboard.Usage) -> ServerService {
        ServerService(
            UUID(short: Keyboard.service),
            Keyboard.characteristics(usage).map(ServerCharacteristic.init))
    }

    /// Manufacturer of the device, which a keyboard must provide (HID over GATT 1.0, 3.3): the
    /// vendor number of Linux on USB.
    package static let deviceInformation = ServerService(
        UUID(short: 0x180A),
        [
            ServerCharacteristic(
                UUID(short: 0x2A50), .read,
                .constant([0x02, 0x6B, 0x1D, 0x46, 0x02, 0x00, 0x00]), .readable)
        ])
}

extension ServerCharacteristic {
    fileprivate init(_ part: Keyboard.Characteristic) {
        var properties: GATTCharacteristic.Properties = []
        if part.value != nil { properties.insert(.read) }
        if part.isWritable { properties.insert(.writeWithoutResponse) }
        var descriptors: [ServerDescriptor] = []
        if let reference = part.reportReference {
            properties.insert(.notify)
            descriptors = [
                .configuration(of: properties, writing: .whenSecure),
                ServerDescriptor(
                    UUID(short: Keyboard.reportReference), .constant(reference),
                    ServerAccess(reading: .whenSecure)),
            ]
        }
        self.init(
            UUID(short: part.uuid), properties, .constant(part.value ?? []),
            ServerAccess(
                reading: part.value == nil ? .never : .whenSecure,
                writing: part.isWritable ? .whenSecure : .never),
            descriptors: descriptors)
    }
}
