/// Flags of an Entity Update value; unknown bits are kept.
package struct EntityUpdateFlags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The value did not fit the link; Entity Attribute has the whole of it.
    package static let truncated = EntityUpdateFlags(rawValue: 1 << 0)
}

/// An Entity Update value.
package struct EntityUpdate: Hashable, Sendable {
    /// Number of bytes before the value of the attribute.
    package static let headerLength = 3

    package let attribute: MediaAttribute
    package let flags: EntityUpdateFlags
    /// Value of the attribute as received; empty if the player has none.
    package let value: [UInt8]

    /// Parses a value; its attribute may be unknown.
    package init(parsing bytes: [UInt8]) throws(EntityUpdateError) {
        guard bytes.count >= Self.headerLength else { throw .tooShort(bytes.count) }
        attribute = MediaAttribute(MediaEntity(rawValue: bytes[0]), bytes[1])
        flags = EntityUpdateFlags(rawValue: bytes[2])
        value = Array(bytes[Self.headerLength...])
    }
}

/// Error of parsing an Entity Update value.
package enum EntityUpdateError: Error, Hashable, Sendable {
    /// The value has this many bytes instead of at least three.
    case tooShort(Int)
}
