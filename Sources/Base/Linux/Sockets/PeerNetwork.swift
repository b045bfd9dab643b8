internal import CLinux

/// The network of a peer, for rate limits: an IPv4 address, or an IPv6 /64 prefix.
///
/// A single host can use any number of addresses in such a prefix.
///
/// All loopback addresses of this host count as one.
package struct PeerNetwork: Hashable, Sendable {
    private static let prefixOfVersion6 = 8
    private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    private static let loopback: [UInt8] = [127]

    /// The bytes that are compared.
    let bytes: [UInt8]

    /// Creates the network of an address of 4 or 16 bytes.
    package init(of address: [UInt8]) {
        let isMapped = address.count == 16 && address.starts(with: Self.mapped)
        let address = isMapped ? Array(address.dropFirst(Self.mapped.count)) : address
        if address.count == 4 {
            bytes = address[0] == 127 ? Self.loopback : address
        } else if address.dropLast().allSatisfy({ $0 == 0 }), address.last == 1 {
            bytes = Self.loopback
        } else {
            bytes = Array(address.prefix(Self.prefixOfVersion6))
        }
    }

    /// Creates the network of a peer; nil for a unix socket or a closed connection.
    package init?(of socket: borrowing StreamSocket) {
        var place = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let status = unsafe withUnsafeMutablePointer(to: &place) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe getpeername(socket.rawValue, pointer, &length)
            }
        }
        guard status == 0 else { return nil }
        let all = unsafe withUnsafeBytes(of: &place) { unsafe Array($0) }
        // Family and port precede an IPv4 address; family, port and flow label precede an IPv6
        // address.
        switch Int32(place.sin6_family) {
        case AF_INET: self.init(of: Array(all[4..<8]))
        case AF_INET6: self.init(of: Array(all[8..<24]))
        default: return nil
        }
    }
}
