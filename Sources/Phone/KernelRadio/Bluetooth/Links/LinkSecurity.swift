internal import CBluetooth
package import Linux

/// Current protection of a link as reported by the kernel.
package struct LinkSecurity: Hashable, Sendable {
    /// Number of bytes of a key of maximum length.
    package static let fullKeySize = 16

    /// Security level of the key in use, not the requested one.
    package let level: SecurityLevel
    /// Number of bytes of the key; 0 if there is none yet.
    package let keySize: Int
    /// Further properties of the link.
    package let mode: LinkMode

    package init(level: SecurityLevel, keySize: Int, mode: LinkMode) {
        self.level = level
        self.keySize = keySize
        self.mode = mode
    }

    /// Whether the link is encrypted, which the level alone does not imply.
    package var isEncrypted: Bool { mode.contains(.encrypted) && keySize > 0 }

    /// Whether the key is authenticated, that is, protected against a man in the middle.
    package var isAuthenticated: Bool { isEncrypted && level >= .high }

    /// Whether the link is encrypted with a key of maximum length.
    package var isFullyEncrypted: Bool { isEncrypted && keySize >= Self.fullKeySize }

    /// Reads the protection of a socket's link from the kernel.
    ///
    /// Throws `notConnected` if the link is gone, and also while the kernel waits for the peer
    /// after `raise`.
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

    /// Requests a link of at least this level.
    ///
    /// As the peripheral, the kernel requests encryption from the peer. Until that is done, or data
    /// of the peer arrives nevertheless, the socket accepts no data (`notConnected`) and is not
    /// writable. Becoming writable again proves nothing. Throws `invalidArgument` if the link
    /// already has the level.
    package static func raise(_ socket: Int32, to level: SecurityLevel) throws(Errno) {
        var security = bt_security(level: level.rawValue, key_size: 0)
        let length = socklen_t(MemoryLayout<bt_security>.size)
        guard unsafe setsockopt(socket, SOL_BLUETOOTH, BT_SECURITY, &security, length) == 0 else {
            throw .current
        }
    }
}
