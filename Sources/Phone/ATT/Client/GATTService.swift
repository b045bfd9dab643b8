/// A service of the peer, as found by discovery.
package struct GATTService: Hashable, Sendable {
    /// Handles of the service.
    package let range: HandleRange
    /// Characteristics found in the service.
    package let characteristics: [GATTCharacteristic]

    package init(range: HandleRange, characteristics: [GATTCharacteristic]) {
        self.range = range
        self.characteristics = characteristics
    }

    /// Returns the first characteristic with this UUID.
    package subscript(uuid: UUID) -> GATTCharacteristic? {
        characteristics.first { $0.uuid == uuid }
    }
}

extension GATTService {
    /// Returns whether these declarations, as many as one response holds, match the first
    /// characteristics of the service.
    func begins(with declarations: [ReadByTypeResponse.Entry]) -> Bool {
        guard (1...max(1, characteristics.count)).contains(declarations.count) else { return false }
        return zip(characteristics, declarations).allSatisfy { known, entry in
            let found = try? CharacteristicDeclaration(parsing: entry.value)
            return found?.uuid == known.uuid && found?.valueHandle == known.valueHandle
                && found?.properties == known.properties
        }
    }
}

/// A characteristic of a service, as found by discovery.
package struct GATTCharacteristic: Hashable, Sendable {
    /// Properties of a characteristic.
    package struct Properties: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let read = Properties(rawValue: 0x02)
        package static let writeWithoutResponse = Properties(rawValue: 0x04)
        package static let write = Properties(rawValue: 0x08)
        package static let notify = Properties(rawValue: 0x10)
        package static let indicate = Properties(rawValue: 0x20)
    }

    package let uuid: UUID
    package let properties: Properties
    package let valueHandle: Handle
    /// Handle of the Client Characteristic Configuration, if there is one.
    package internal(set) var configurationHandle: Handle?

    package init(
        uuid: UUID, properties: Properties, valueHandle: Handle, configurationHandle: Handle? = nil
    ) {
        self.uuid = uuid
        self.properties = properties
        self.valueHandle = valueHandle
        self.configurationHandle = configurationHandle
    }

    /// Configuration value that enables the characteristic's values (Core specification, Vol 3 Part
    /// G 3.3.3.3).
    var configurationToSubscribe: UInt16? {
        if properties.contains(.notify) { return Self.configurationToNotify }
        return properties.contains(.indicate) ? Self.configurationToIndicate : nil
    }

    private static let configurationToNotify: UInt16 = 1
    /// Configuration value that enables indications.
    static let configurationToIndicate: UInt16 = 2
    /// Configuration value that disables the characteristic's values.
    static let configurationToUnsubscribe: UInt16 = 0
}

/// Value of a characteristic declaration.
struct CharacteristicDeclaration {
    let properties: GATTCharacteristic.Properties
    let valueHandle: Handle
    let uuid: UUID

    init(parsing value: [UInt8]) throws(PDUError) {
        var reader = PDUReader(value)
        properties = GATTCharacteristic.Properties(rawValue: try reader.readUInt8())
        valueHandle = try reader.readHandle()
        uuid = try reader.readUUID()
    }
}
