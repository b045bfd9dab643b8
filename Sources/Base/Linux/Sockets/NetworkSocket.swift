internal import CLinux

/// Why there is no connection to a server on a network.
package enum NetworkFailure: Error, Hashable, Sendable {
    /// Nobody knows a host of this name.
    case unknownHost
    /// Who knows names does not answer.
    case noNameService
    /// The host could not be reached, or the server is not there.
    case unreachable(Errno)
}

/// Connects to a server on a network; for threads that may wait.
package enum NetworkSocket {
    /// A connected stream socket on which nothing waits any more.
    ///
    /// Each address of the host is tried in turn; the name is looked up as long as the system does.
    ///
    /// - Parameter patience: how long each address may take to answer.
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
    /// Connects to the first that can be reached.
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
    /// The corresponding C error is `EINPROGRESS`.
    static let inProgress = Errno(rawValue: EINPROGRESS)
    /// The corresponding C error is `ETIMEDOUT`.
    package static let timedOut = Errno(rawValue: ETIMEDOUT)
}
