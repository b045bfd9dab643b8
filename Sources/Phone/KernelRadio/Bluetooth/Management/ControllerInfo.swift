/// What an adapter is and does at present.
package struct ControllerInfo: Hashable, Sendable {
    static let nameLength = 249
    static let shortNameLength = 11

    /// The address that it was made with; zero where it has none.
    package let address: BluetoothAddress
    /// Which Bluetooth it speaks, in the numbers of the specification.
    package let version: UInt8
    /// Who made it, in the numbers of the specification.
    package let manufacturer: UInt16
    /// What it can do.
    package let supported: ControllerSettings
    /// What it does at present.
    package let current: ControllerSettings
    /// What kind of device it says it is, to peers that do not speak LE.
    package let deviceClass: [UInt8]
    /// What peers are told that it is called.
    package let name: String
    /// The same for where there is little room.
    package let shortName: String

    /// An adapter as the kernel would describe it.
    package init(
        address: BluetoothAddress, version: UInt8 = 0, manufacturer: UInt16 = 0,
        supported: ControllerSettings, current: ControllerSettings,
        deviceClass: [UInt8] = [0, 0, 0], name: String = "", shortName: String = ""
    ) {
        self.address = address
        self.version = version
        self.manufacturer = manufacturer
        self.supported = supported
        self.current = current
        self.deviceClass = deviceClass
        self.name = name
        self.shortName = shortName
    }

    /// Reads the answer to `readControllerInfo`.
    package init(parsing bytes: [UInt8]) throws(ManagementFormatError) {
        var reader = ManagementReader(bytes)
        address = try reader.readAddress()
        version = try reader.readUInt8()
        manufacturer = try reader.readUInt16()
        supported = ControllerSettings(rawValue: try reader.readUInt32())
        current = ControllerSettings(rawValue: try reader.readUInt32())
        deviceClass = try reader.readBytes(3)
        name = try reader.readText(Self.nameLength)
        shortName = try reader.readText(Self.shortNameLength)
    }
}

extension ControllerSettings {
    /// Reads the answer to any command that changes a setting.
    package init(parsing bytes: [UInt8]) throws(ManagementFormatError) {
        var reader = ManagementReader(bytes)
        self.init(rawValue: try reader.readUInt32())
    }
}

extension ControllerIndex {
    /// Reads the answer to `readIndexList`.
    package static func list(
        parsing bytes: [UInt8]
    ) throws(ManagementFormatError) -> [ControllerIndex] {
        var reader = ManagementReader(bytes)
        var indexes: [ControllerIndex] = []
        for _ in 0..<(try reader.readUInt16()) {
            indexes.append(ControllerIndex(rawValue: try reader.readUInt16()))
        }
        return indexes
    }
}
