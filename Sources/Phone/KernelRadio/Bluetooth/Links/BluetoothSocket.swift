internal import CBluetooth
internal import Linux

/// Types of non-blocking sockets that child processes do not inherit.
enum SocketKind {
    static func packets(_ kind: __socket_type) -> Int32 {
        Int32(kind.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    }
}

/// Binds a socket to an address.
func bind<Address: BitwiseCopyable>(
    _ socket: borrowing FileDescriptor, to address: Address
) throws(Errno) {
    let number = socket.rawValue
    let status = unsafe withUnsafeBytes(of: address) { bytes in
        unsafe CBluetooth.bind(
            number, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
            socklen_t(bytes.count))
    }
    guard status == 0 else { throw .current }
}

/// Reads a socket option into a structure that was zero.
func option<Value: BitwiseCopyable>(
    _ name: Int32, at level: Int32, of socket: Int32, into value: inout Value
) throws(Errno) {
    var length = socklen_t(MemoryLayout<Value>.size)
    guard unsafe getsockopt(socket, level, name, &value, &length) == 0 else { throw .current }
}

extension sockaddr_l2 {
    /// Creates the address of a peer's attribute protocol channel.
    init(attributesOf peer: PeerAddress) {
        self.init()
        l2_family = sa_family_t(AF_BLUETOOTH)
        l2_cid = Self.attributeChannel.littleEndian
        l2_bdaddr_type = peer.kind.rawValue
        unsafe callboard_put_address(peer.address.bytes, &l2_bdaddr)
    }

    /// Fixed channel of the attribute protocol on LE links (Core specification, Vol 3 Part A 2.1).
    private static let attributeChannel: UInt16 = 4

    /// Peer of the address.
    var peer: PeerAddress {
        var bytes = [UInt8](repeating: 0, count: BluetoothAddress.length)
        var address = l2_bdaddr
        unsafe callboard_get_address(&address, &bytes)
        return PeerAddress(
            BluetoothAddress(bytes: bytes), AddressKind(rawValue: l2_bdaddr_type))
    }
}
