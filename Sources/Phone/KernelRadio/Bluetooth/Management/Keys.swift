/// Kind of a long term key.
package struct LongTermKeyKind: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Legacy pairing without comparison of a number.
    package static let unauthenticatedLegacy = LongTermKeyKind(rawValue: 0)
    /// Legacy pairing with a number.
    package static let authenticatedLegacy = LongTermKeyKind(rawValue: 1)
    /// Secure Connections without comparison of a number.
    package static let unauthenticatedP256 = LongTermKeyKind(rawValue: 2)
    /// Secure Connections with a number.
    package static let authenticatedP256 = LongTermKeyKind(rawValue: 3)
    /// Publicly known key for debugging.
    package static let debug = LongTermKeyKind(rawValue: 4)

    /// Whether the key is protected against a man in the middle.
    package var isAuthenticated: Bool { self == .authenticatedLegacy || self == .authenticatedP256 }
}

/// Key that encrypts the link with a peer; its description contains no secret.
package struct LongTermKey: Hashable, Sendable {
    /// Number of bytes of a key.
    package static let valueLength = 16
    /// Number of bytes of the random number of a key.
    package static let randomLength = 8

    package let peer: PeerAddress
    package let kind: LongTermKeyKind
    /// Whether it is for links in which this host is the central.
    package let isCentral: Bool
    /// Number of bytes in use.
    package let size: UInt8
    /// Encrypted diversifier, which identifies the key in legacy pairing.
    package let ediv: UInt16
    /// Random number, which identifies the key together with `ediv`.
    package let random: [UInt8]
    /// The secret key.
    package let value: [UInt8]

    /// Returns nil unless the random number has 8 bytes and the key 16.
    package init?(
        peer: PeerAddress, kind: LongTermKeyKind, isCentral: Bool, size: UInt8, ediv: UInt16,
        random: [UInt8], value: [UInt8]
    ) {
        guard random.count == Self.randomLength, value.count == Self.valueLength else { return nil }
        self.peer = peer
        self.kind = kind
        self.isCentral = isCentral
        self.size = size
        self.ediv = ediv
        self.random = random
        self.value = value
    }
}

/// Key that resolves a resolvable private address; its description contains no secret.
package struct IdentityResolvingKey: Hashable, Sendable {
    package let peer: PeerAddress
    /// The secret key.
    package let value: [UInt8]

    /// Returns nil unless the key has 16 bytes.
    package init?(peer: PeerAddress, value: [UInt8]) {
        guard value.count == LongTermKey.valueLength else { return nil }
        self.peer = peer
        self.value = value
    }
}

extension LongTermKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Owner of the key, without the secret.
    package var description: String { "long term key of \(peer)" }
    /// Same as `description`, for debuggers.
    package var debugDescription: String { description }
    /// Empty mirror, to hide the secret.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension IdentityResolvingKey: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// Owner of the key, without the secret.
    package var description: String { "identity resolving key of \(peer)" }
    /// Same as `description`, for debuggers.
    package var debugDescription: String { description }
    /// Empty mirror, to hide the secret.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
