/// Properties and current settings of an adapter.
package struct ControllerInfo: Hashable, Sendable {
    static let nameLength = 249
    static let shortNameLength = 11

    /// Public address; zero if the adapter has none.
    package let address: BluetoothAddress
    /// Bluetooth version, as numbered by the specification.
    package let version: UInt8
    /// Company identifier of the manufacturer.
    package let manufacturer: UInt16
    /// Supported settings.
    package let supported: ControllerSettings
    /// Current settings.
    package let current: ControllerSettings
    /// Class of device, for peers without LE.
    package let deviceClass: [UInt8]
    /// Name of the adapter as peers see it.
    package let name: String
    /// Short form of the name.
    package let shortName: String

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

    /// Parses the answer to `readControllerInfo`.
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
    /// Parses the answer to any command that changes a setting.
    package init(parsing bytes: [UInt8]) throws(ManagementFormatError) {
        var reader = ManagementReader(bytes)
        self.init(rawValue: try reader.readUInt32())
    }
}

extension ControllerIndex {
    /// Parses the answer to `readIndexList`.
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
