/// A primary service that the host offers to peers.
package struct ServerService: Hashable, Sendable {
    package let uuid: UUID
    package let characteristics: [ServerCharacteristic]

    package init(_ uuid: UUID, _ characteristics: [ServerCharacteristic]) {
        self.uuid = uuid
        self.characteristics = characteristics
    }
}

/// A characteristic of an offered service.
package struct ServerCharacteristic: Hashable, Sendable {
    package let uuid: UUID
    package let properties: GATTCharacteristic.Properties
    package let content: ServerContent
    package let access: ServerAccess
    package let descriptors: [ServerDescriptor]

    package init(
        _ uuid: UUID, _ properties: GATTCharacteristic.Properties, _ content: ServerContent,
        _ access: ServerAccess, descriptors: [ServerDescriptor] = []
    ) {
        self.uuid = uuid
        self.properties = properties
        self.content = content
        self.access = access
        self.descriptors = descriptors
    }
}

/// A descriptor of an offered characteristic.
package struct ServerDescriptor: Hashable, Sendable {
    package let uuid: UUID
    package let content: ServerContent
    package let access: ServerAccess

    package init(_ uuid: UUID, _ content: ServerContent, _ access: ServerAccess) {
        self.uuid = uuid
        self.content = content
        self.access = access
    }

    /// Returns the Client Characteristic Configuration for the kinds of values in the properties.
    package static func configuration(
        of properties: GATTCharacteristic.Properties, writing: ServerAccess.Condition = .always
    ) -> ServerDescriptor {
        var allowed: UInt16 = 0
        if properties.contains(.notify) { allowed |= 1 }
        if properties.contains(.indicate) { allowed |= 2 }
        return ServerDescriptor(
            .clientCharacteristicConfiguration, .configuration(allowed: allowed),
            ServerAccess(reading: .always, writing: writing))
    }
}

/// Content of an attribute.
package enum ServerContent: Hashable, Sendable {
    /// A constant value; writes are accepted without effect.
    case constant([UInt8])
    /// Bits by which this peer has enabled notifications or indications; it may set only those in
    /// `allowed`.
    case configuration(allowed: UInt16)
    /// Features of this peer, as reported by it.
    case clientFeatures
    /// Database hash of the services.
    case databaseHash
}

/// Security required to read and write an attribute.
package struct ServerAccess: Hashable, Sendable {
    package enum Condition: Hashable, Sendable {
        case never
        case always
        /// The link must be encrypted with a key of maximum length.
        case whenSecure
    }

    /// Condition for reading.
    package let reading: Condition
    /// Condition for writing.
    package let writing: Condition

    package init(reading: Condition = .never, writing: Condition = .never) {
        self.reading = reading
        self.writing = writing
    }

    /// Readable by all peers, not writable.
    package static let readable = ServerAccess(reading: .always)
}
