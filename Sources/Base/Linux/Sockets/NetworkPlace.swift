internal import CLinux

/// A network address of this host on which a server can listen.
package struct NetworkPlace: Hashable, Sendable {
    /// The numeric address.
    package let address: String
    /// The port; 0 lets the system choose.
    package let port: UInt16

    /// The wildcard addresses.
    private static let anyOfVersion6 = "::"
    private static let anyOfVersion4 = "0.0.0.0"

    package init(address: String, port: UInt16) {
        self.address = address
        self.port = port
    }

    /// Returns the addresses of a host name; the look-up blocks as long as the resolver does.
    package static func places(
        of host: String, port: UInt16
    ) throws(NetworkFailure) -> [NetworkPlace] {
        var places: [NetworkPlace] = []
        for number in try HostAddresses(of: host, port: port).numbers {
            let place = NetworkPlace(address: number, port: port)
            if !places.contains(place) { places.append(place) }
        }
        return places
    }

    /// The address and port in the form of a URL.
    package var text: String {
        (address.contains(":") ? "[\(address)]" : address) + ":\(port)"
    }

    /// Returns whether listening here includes the other place: the IPv6 wildcard address includes
    /// all IPv4 addresses.
    package func includes(_ other: NetworkPlace) -> Bool {
        address == Self.anyOfVersion6 && other.address == Self.anyOfVersion4 && port == other.port
    }

    /// Connects to the server at this place, at localhost for a wildcard address.
    ///
    /// Blocks the calling thread.
    package func connect(within patience: Duration) throws(NetworkFailure) -> StreamSocket {
        let isAny = address == Self.anyOfVersion6 || address == Self.anyOfVersion4
        return StreamSocket(
            try NetworkSocket.connect(
                to: isAny ? "localhost" : address, port: port, patience: patience))
    }

    /// Returns a listening socket.
    func listening(backlog: Int32) throws(SocketError) -> FileDescriptor {
        do throws(Errno) {
            return try bound(backlog)
        } catch .addressInUse {
            throw .inUse(text)
        } catch {
            throw .failed(text, error)
        }
    }

    private func bound(_ backlog: Int32) throws(Errno) -> FileDescriptor {
        let addresses: HostAddresses
        do throws(NetworkFailure) {
            addresses = try HostAddresses(of: address, port: port)
        } catch {
            throw .invalidArgument
        }
        guard let first = unsafe addresses.first?.pointee else { throw .invalidArgument }
        let descriptor = try FileDescriptor(
            checking: socket(unsafe first.ai_family, StreamSocket.kind, 0))
        let number = descriptor.rawValue
        // Remaining connections of an earlier process must not block the port.
        try Self.set(SO_REUSEADDR, of: number, at: SOL_SOCKET, to: 1)
        if unsafe first.ai_family == AF_INET6 {
            try Self.set(
                IPV6_V6ONLY, of: number, at: Int32(IPPROTO_IPV6),
                to: address == Self.anyOfVersion6 ? 0 : 1)
        }
        guard unsafe CLinux.bind(number, first.ai_addr, first.ai_addrlen) == 0,
            listen(number, backlog) == 0
        else { throw .current }
        return descriptor
    }

    private static func set(
        _ option: Int32, of socket: Int32, at level: Int32, to value: Int32
    ) throws(Errno) {
        var value = value
        let size = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe setsockopt(socket, level, option, &value, size) == 0 else { throw .current }
    }
}

extension StreamSocket {
    /// Disables Nagle's algorithm; without effect on unix sockets.
    package func sendAtOnce() {
        var yes: Int32 = 1
        _ = unsafe setsockopt(
            rawValue, Int32(IPPROTO_TCP), TCP_NODELAY, &yes,
            socklen_t(MemoryLayout<Int32>.size))
    }
}

extension ListeningSocket {
    /// The port of the listening socket; nil for a unix socket.
    package var port: UInt16? {
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe getsockname(rawValue, pointer, &length)
            }
        }
        // Both families have the port at the same offset.
        let isOfNetwork = [AF_INET, AF_INET6].contains(Int32(address.sin6_family))
        return status == 0 && isOfNetwork ? UInt16(bigEndian: address.sin6_port) : nil
    }
}
