/// A service of the peer, as discovery found it.
package struct GATTService: Hashable, Sendable {
    /// The handles that are its own.
    package let range: HandleRange
    /// What was found in it that is needed.
    package let characteristics: [GATTCharacteristic]

    /// A service as it was found.
    package init(range: HandleRange, characteristics: [GATTCharacteristic]) {
        self.range = range
        self.characteristics = characteristics
    }

    /// The first characteristic that is this.
    package subscript(uuid: UUID) -> GATTCharacteristic? {
        characteristics.first { $0.uuid == uuid }
    }
}

extension GATTService {
    /// Whether these declarations, as many as a response holds, are those of its characteristics.
    func begins(with declarations: [ReadByTypeResponse.Entry]) -> Bool {
        guard (1...max(1, characteristics.count)).contains(declarations.count) else { return false }
        return zip(characteristics, declarations).allSatisfy { known, entry in
            let found = try? CharacteristicDeclaration(parsing: entry.value)
            return found?.uuid == known.uuid && found?.valueHandle == known.valueHandle
                && found?.properties == known.properties
        }
    }
}

/// A characteristic of a service, as discovery found it.
package struct GATTCharacteristic: Hashable, Sendable {
    /// What can be done with a characteristic.
    package struct Properties: OptionSet, Hashable, Sendable {
        /// The number itself, also of one without a name here.
        package let rawValue: UInt8

        /// Any number is one, also one without a name here.
        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// It can be read.
        package static let read = Properties(rawValue: 0x02)
        /// It can be written without a response.
        package static let writeWithoutResponse = Properties(rawValue: 0x04)
        /// It can be written, with a response.
        package static let write = Properties(rawValue: 0x08)
        /// It can send values.
        package static let notify = Properties(rawValue: 0x10)
        /// It can send values that must be confirmed.
        package static let indicate = Properties(rawValue: 0x20)
    }

    /// The number under which it is published.
    package let uuid: UUID
    /// What the peer says that can be done with it.
    package let properties: Properties
    /// Where its value is.
    package let valueHandle: Handle
    /// Where its values are switched on, if it has that.
    package internal(set) var configurationHandle: Handle?

    /// A characteristic as it was found.
    package init(
        uuid: UUID, properties: Properties, valueHandle: Handle, configurationHandle: Handle? = nil
    ) {
        self.uuid = uuid
        self.properties = properties
        self.valueHandle = valueHandle
        self.configurationHandle = configurationHandle
    }

    /// Core specification, Vol 3 Part G 3.3.3.3: what to write to switch its values on.
    var configurationToSubscribe: UInt16? {
        if properties.contains(.notify) { return Self.configurationToNotify }
        return properties.contains(.indicate) ? Self.configurationToIndicate : nil
    }

    private static let configurationToNotify: UInt16 = 1
    /// What to write to switch values on that must be confirmed.
    static let configurationToIndicate: UInt16 = 2
    /// What to write to switch its values off.
    static let configurationToUnsubscribe: UInt16 = 0
}

/// The value of the attribute that declares a characteristic.
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
