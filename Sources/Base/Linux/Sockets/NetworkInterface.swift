internal import CLinux

/// An address of this host on a network.
package struct NetworkInterface: Hashable, Sendable {
    // Flags of net/if.h, which conflicts with other headers.
    private static let isUp: UInt32 = 0x1
    private static let isLoopback: UInt32 = 0x8
    private static let isPointToPoint: UInt32 = 0x10
    private static let isRunning: UInt32 = 0x40
    private static let routes = "/proc/net/route"
    private static let routesLimit = 64 * 1_024

    /// Interface name, such as `wlan0`.
    package let name: String
    /// The numeric address.
    package let address: String
    /// Whether the interface is a point-to-point tunnel.
    package let isTunnel: Bool

    package init(name: String, address: String, isTunnel: Bool = false) {
        self.name = name
        self.address = address
        self.isTunnel = isTunnel
    }

    /// All addresses of running interfaces except loopback; none if the kernel does not list them.
    package static var all: [NetworkInterface] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&first) == 0 else { return [] }
        defer { unsafe freeifaddrs(first) }
        var found: [NetworkInterface] = []
        var next = unsafe first
        while let interface = unsafe next?.pointee {
            unsafe next = interface.ifa_next
            let flags = unsafe interface.ifa_flags
            guard flags & isUp != 0, flags & isRunning != 0, flags & isLoopback == 0,
                let place = unsafe interface.ifa_addr, let address = unsafe digits(of: place)
            else { continue }
            found.append(
                NetworkInterface(
                    name: unsafe String(cString: interface.ifa_name), address: address,
                    isTunnel: flags & isPointToPoint != 0))
        }
        return found
    }

    private static func digits(of place: UnsafeMutablePointer<sockaddr>) -> String? {
        let length: Int
        switch Int32(unsafe place.pointee.sa_family) {
        case AF_INET: length = MemoryLayout<sockaddr_in>.size
        case AF_INET6: length = MemoryLayout<sockaddr_in6>.size
        default: return nil
        }
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let status = unsafe getnameinfo(
            place, socklen_t(length), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
        return status == 0 ? String(ofC: text) : nil
    }

    /// The interface of the default route; nil if there is none or it is unknown.
    package static var ofDefaultRoute: String? {
        guard let file = try? FileDescriptor.open(readingAtOnce: routes),
            let bytes = try? file.read(upTo: routesLimit)
        else { return nil }
        return defaultRoute(in: String(decoding: bytes, as: UTF8.self))
    }

    /// Returns the interface of the default route with the lowest metric in /proc/net/route.
    package static func defaultRoute(in table: String) -> String? {
        let routes = table.split(separator: "\n").dropFirst().compactMap { line in
            let words = line.split(whereSeparator: \.isWhitespace)
            return words.count > 7 && words[1] == "00000000" && words[7] == "00000000"
                ? (name: String(words[0]), metric: Int(words[6]) ?? .max) : nil
        }
        return routes.min { $0.metric < $1.metric }?.name
    }
}

extension [NetworkInterface] {
    /// Name prefixes of interfaces that are internal to this host.
    private static var inside: [String] {
        ["br-", "docker", "lxc", "lxdbr", "podman", "veth", "virbr", "vnet"]
    }

    /// Returns the address at which other hosts most likely reach this one; nil if there is none.
    ///
    /// - Parameter route: interface of the default route, which is preferred.
    package func outward(route: String?) -> String? {
        func rank(_ one: NetworkInterface) -> Int? {
            let isOfVersion6 = one.address.contains(":")
            // Link-local addresses need an interface name, which no browser accepts.
            guard !one.address.hasPrefix("169.254."), !one.address.contains("%"),
                !one.address.lowercased().hasPrefix("fe80:")
            else { return nil }
            var rank = isOfVersion6 ? 1 : 0
            if one.name != route { rank += 2 }
            if one.isTunnel { rank += 4 }
            if Self.inside.contains(where: one.name.hasPrefix) { rank += 8 }
            return rank
        }
        return compactMap { one in rank(one).map { ($0, one.address) } }
            .min { $0.0 < $1.0 }?.1
    }
}
