/// What an adapter and a phone have agreed on, so that they recognise each other.
struct Bond: Hashable, Sendable {
    /// The adapter that the phone knows.
    let adapter: BluetoothAddress
    /// The phone, by the address that stays the same.
    let peer: PeerAddress
    /// What links are encrypted with: one key, or one for each direction where pairing was of the old
    /// kind.
    var keys: [LongTermKey]
    /// What tells which of the addresses on air are the phone's; phones without private addresses
    /// have none.
    var identityKey: IdentityResolvingKey?

    /// The name that the bond has everywhere else.
    var name: String { peer.address.description }

    /// Whether somebody in the middle would have been noticed when it was made.
    var isAuthenticated: Bool { !keys.isEmpty && keys.allSatisfy(\.kind.isAuthenticated) }
}

extension LongTermKey {
    /// The bytes of a key that was not shortened; each byte less makes it easier to guess.
    static let fullSize: UInt8 = 16

    /// Whether a link may be trusted that is encrypted with it.
    var isSound: Bool { size == Self.fullSize && kind != .debug }
}
