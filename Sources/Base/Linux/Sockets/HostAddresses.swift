internal import CLinux

/// The addresses of a host; the look-up blocks as long as the resolver does.
@safe
package struct HostAddresses: ~Copyable {
    /// First element of the owned list.
    let first: UnsafeMutablePointer<addrinfo>?

    /// Looks up a host by name or address.
    package init(of host: String, port: UInt16 = 0) throws(NetworkFailure) {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_NUMERICSERV
        var found: UnsafeMutablePointer<addrinfo>?
        switch unsafe getaddrinfo(host, "\(port)", &hints, &found) {
        case 0: unsafe first = found
        case EAI_SYSTEM: throw .unreachable(.current)
        case EAI_AGAIN: throw .noNameService
        default: throw .unknownHost
        }
    }

    deinit {
        unsafe freeaddrinfo(first)
    }

    /// The numeric addresses in the order in which the system would try them.
    package var numbers: [String] {
        var numbers: [String] = []
        var next = unsafe first
        while let address = unsafe next {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let status = unsafe getnameinfo(
                address.pointee.ai_addr, address.pointee.ai_addrlen, &text, socklen_t(text.count),
                nil, 0, NI_NUMERICHOST)
            if status == 0 { numbers.append(String(ofC: text)) }
            unsafe next = address.pointee.ai_next
        }
        return numbers
    }
}
