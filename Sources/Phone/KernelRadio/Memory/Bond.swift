/// Bond between an adapter and a phone.
struct Bond: Hashable, Sendable {
    let adapter: BluetoothAddress
    /// Identity address of the phone.
    let peer: PeerAddress
    /// Encryption keys: one, or one for each direction after legacy pairing.
    var keys: [LongTermKey]
    /// Key that resolves the phone's private addresses; nil for phones without them.
    var identityKey: IdentityResolvingKey?

    /// Name of the bond elsewhere in the program.
    var name: String { peer.address.description }

    /// Whether the keys are protected against a man in the middle.
    var isAuthenticated: Bool { !keys.isEmpty && keys.allSatisfy(\.kind.isAuthenticated) }
}

extension LongTermKey {
    /// Number of bytes of a key of maximum length; shorter keys are easier to guess.
    static let fullSize: UInt8 = 16

    /// Whether a link encrypted with this key may be trusted.
    var isSound: Bool { size == Self.fullSize && kind != .debug }
}
