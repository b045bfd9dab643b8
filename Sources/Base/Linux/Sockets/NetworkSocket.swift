internal import CLinux

/// The reason why a server on a network cannot be reached.
package enum NetworkFailure: Error, Hashable, Sendable {
    /// The host name does not exist.
    case unknownHost
    /// The name server does not answer.
    case noNameService
    /// The host cannot be reached, or no server listens there.
    case unreachable(Errno)
}

/// Blocking connections to network servers.
package enum NetworkSocket {
    /// Returns a connected, non-blocking stream socket.
    ///
    /// Each address of the host is tried in turn; the name look-up blocks as long as the resolver
    /// does.
    ///
    /// - Parameter patience: timeout for each address.
    package static func connect(
        to host: String, port: UInt16, patience: Duration = .seconds(5)
    ) throws(NetworkFailure) -> FileDescriptor {
        try HostAddresses(of: host, port: port).connect(patience)
    }

    fileprivate static func connect(
        to address: addrinfo, _ patience: Duration
    ) throws(Errno) -> FileDescriptor {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = try FileDescriptor(
            checking: socket(unsafe address.ai_family, kind, 0))
        let number = descriptor.rawValue
        let status = unsafe CLinux.connect(number, address.ai_addr, address.ai_addrlen)
        if status == 0 { return descriptor }
        let problem = Errno.current
        guard problem == .inProgress else { throw problem }
        var polled = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        let count = try retryingInterrupts {
            Int(unsafe poll(&polled, 1, Int32(clamping: patience.milliseconds)))
        }
        guard count > 0 else { throw .timedOut }
        var result: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(number, SOL_SOCKET, SO_ERROR, &result, &length) == 0 else {
            throw .current
        }
        guard result == 0 else { throw Errno(rawValue: result) }
        return descriptor
    }
}

extension HostAddresses {
    /// Connects to the first reachable address.
    fileprivate func connect(_ patience: Duration) throws(NetworkFailure) -> FileDescriptor {
        var failure = NetworkFailure.unknownHost
        var next = unsafe first
        while let address = unsafe next {
            do throws(Errno) {
                return try unsafe NetworkSocket.connect(to: address.pointee, patience)
            } catch {
                failure = .unreachable(error)
            }
            unsafe next = address.pointee.ai_next
        }
        throw failure
    }
}

extension Errno {
    static let inProgress = Errno(rawValue: EINPROGRESS)
    package static let timedOut = Errno(rawValue: ETIMEDOUT)
}
