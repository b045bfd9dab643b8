/// How a long term key was made.
package struct LongTermKeyKind: RawRepresentable, Hashable, Sendable {
    /// The number itself, also of one without a name here.
    package let rawValue: UInt8

    /// Any number is one, also one without a name here.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Made in the old way, where nobody has compared a number.
    package static let unauthenticatedLegacy = LongTermKeyKind(rawValue: 0)
    /// Made in the old way, with a number.
    package static let authenticatedLegacy = LongTermKeyKind(rawValue: 1)
    /// Made in the newer way, where nobody has compared a number.
    package static let unauthenticatedP256 = LongTermKeyKind(rawValue: 2)
    /// Made in the newer way, with a number.
    package static let authenticatedP256 = LongTermKeyKind(rawValue: 3)
    /// Everybody knows it: for those who look for mistakes in radios.
    package static let debug = LongTermKeyKind(rawValue: 4)

    /// Whether somebody in the middle would have been noticed.
    package var isAuthenticated: Bool { self == .authenticatedLegacy || self == .authenticatedP256 }
}

/// What a link with a peer is encrypted with; its description tells no secret.
package struct LongTermKey: Hashable, Sendable {
    /// The bytes of a key.
    package static let valueLength = 16
    /// The bytes of the number that belongs to a key.
    package static let randomLength = 8

    /// Whose it is.
    package let peer: PeerAddress
    /// How it was made.
    package let kind: LongTermKeyKind
    /// Whether it is for links in which this host is the central.
    package let isCentral: Bool
    /// How many bytes of it are used.
    package let size: UInt8
    /// Tells a peer which of its keys is meant, in the old way.
    package let ediv: UInt16
    /// The same, as the other half.
    package let random: [UInt8]
    /// The secret itself.
    package let value: [UInt8]

    /// Nil unless the number has 8 bytes and the key 16.
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

/// What tells whose a resolvable private address is; its description tells no secret.
package struct IdentityResolvingKey: Hashable, Sendable {
    /// Whose it is.
    package let peer: PeerAddress
    /// The secret itself.
    package let value: [UInt8]

    /// Nil unless the key has 16 bytes.
    package init?(peer: PeerAddress, value: [UInt8]) {
        guard value.count == LongTermKey.valueLength else { return nil }
        self.peer = peer
        self.value = value
    }
}

extension LongTermKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Whose it is, and nothing of the secret.
    package var description: String { "long term key of \(peer)" }
    /// The same, for debuggers.
    package var debugDescription: String { description }
    /// Shows nobody what is inside.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension IdentityResolvingKey: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// Whose it is, and nothing of the secret.
    package var description: String { "identity resolving key of \(peer)" }
    /// The same, for debuggers.
    package var debugDescription: String { description }
    /// Shows nobody what is inside.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
