internal import CBluetooth
package import Linux

/// How well a link is protected, as the kernel says at one moment.
package struct LinkSecurity: Hashable, Sendable {
    /// The bytes of a key that nobody has shortened.
    package static let fullKeySize = 16

    /// What the key of the link is good for; what was asked for does not show in it.
    package let level: SecurityLevel
    /// The bytes of the key; 0 where there is none yet.
    package let keySize: Int
    /// What the kernel says of it beside its level.
    package let mode: LinkMode

    /// A link's protection, which the kernel tells in three places.
    package init(level: SecurityLevel, keySize: Int, mode: LinkMode) {
        self.level = level
        self.keySize = keySize
        self.mode = mode
    }

    /// Whether what passes on the link is encrypted, which the level alone does not say.
    package var isEncrypted: Bool { mode.contains(.encrypted) && keySize > 0 }

    /// Whether the key is one that somebody in the middle cannot have.
    package var isAuthenticated: Bool { isEncrypted && level >= .high }

    /// Whether the link is encrypted with a key of full size.
    package var isFullyEncrypted: Bool { isEncrypted && keySize >= Self.fullKeySize }

    /// Asks the kernel about the link of a socket.
    ///
    /// Throws `notConnected` where the link is gone, and also while the kernel waits for the peer after
    /// `raise`.
    package static func read(
        of socket: Int32, adapter: ControllerIndex
    ) throws(Errno) -> LinkSecurity {
        var security = bt_security()
        try option(BT_SECURITY, at: SOL_BLUETOOTH, of: socket, into: &security)
        var link = l2cap_conninfo()
        try option(L2CAP_CONNINFO, at: SOL_L2CAP, of: socket, into: &link)
        let found = try AdapterLinks.read(of: adapter).first { $0.handle == link.hci_handle }
        guard let found else { throw .notConnected }
        return LinkSecurity(
            level: SecurityLevel(rawValue: security.level), keySize: Int(security.key_size),
            mode: found.mode)
    }

    /// Asks for a link of at least this level.
    ///
    /// As the peripheral the kernel asks the peer to encrypt. Until that is done, or data of the peer
    /// arrives all the same, the socket takes nothing to send (`notConnected`) and is not writable; that
    /// it is writable again proves nothing. Throws `invalidArgument` where the link is that good
    /// already.
    package static func raise(_ socket: Int32, to level: SecurityLevel) throws(Errno) {
        var security = bt_security(level: level.rawValue, key_size: 0)
        let length = socklen_t(MemoryLayout<bt_security>.size)
        guard unsafe setsockopt(socket, SOL_BLUETOOTH, BT_SECURITY, &security, length) == 0 else {
            throw .current
        }
    }
}
