/// A primary service that we offer to peers.
package struct ServerService: Hashable, Sendable {
    /// The number under which it is published.
    package let uuid: UUID
    /// What it consists of, in this order.
    package let characteristics: [ServerCharacteristic]

    /// What peers find there.
    package init(_ uuid: UUID, _ characteristics: [ServerCharacteristic]) {
        self.uuid = uuid
        self.characteristics = characteristics
    }
}

/// A characteristic of a service that we offer.
package struct ServerCharacteristic: Hashable, Sendable {
    /// The number under which it is published.
    package let uuid: UUID
    /// What peers are told that can be done with it.
    package let properties: GATTCharacteristic.Properties
    /// What is read.
    package let content: ServerContent
    /// Who may read and write it.
    package let access: ServerAccess
    /// What comes after its value.
    package let descriptors: [ServerDescriptor]

    /// What peers find there.
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

/// A descriptor of a characteristic that we offer.
package struct ServerDescriptor: Hashable, Sendable {
    /// The number under which it is published.
    package let uuid: UUID
    /// What is read.
    package let content: ServerContent
    /// Who may read and write it.
    package let access: ServerAccess

    /// What peers find there.
    package init(_ uuid: UUID, _ content: ServerContent, _ access: ServerAccess) {
        self.uuid = uuid
        self.content = content
        self.access = access
    }

    /// Where a peer says whether it wants values, of the kinds that the properties name.
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

/// What an attribute holds.
package enum ServerContent: Hashable, Sendable {
    /// The same value for everybody; what a peer may write is taken and changes nothing.
    case constant([UInt8])
    /// Which values this peer wants, at most these.
    case configuration(allowed: UInt16)
    /// What this peer says that it can do.
    case clientFeatures
    /// The hash over the services themselves.
    case databaseHash
}

/// When a peer may read and write an attribute.
package struct ServerAccess: Hashable, Sendable {
    /// What must hold.
    package enum Condition: Hashable, Sendable {
        case never
        case always
        /// The link is encrypted with a key as long as keys can be.
        case whenSecure
    }

    /// What a link must be for reading.
    package let reading: Condition
    /// What a link must be for writing.
    package let writing: Condition

    /// What peers find there.
    package init(reading: Condition = .never, writing: Condition = .never) {
        self.reading = reading
        self.writing = writing
    }

    /// Anybody may read it, nobody write.
    package static let readable = ServerAccess(reading: .always)
}
