internal import CLinux

/// One end of a non-blocking stream connection.
package struct StreamSocket: ~Copyable, Sendable {
    static let kind = Int32(
        SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

    private let descriptor: FileDescriptor

    init(_ descriptor: consuming FileDescriptor) {
        self.descriptor = descriptor
    }

    /// Connects to the socket at a path; throws `wouldBlock` if its backlog is full.
    package static func connect(to path: String) throws(Errno) -> StreamSocket {
        guard let address = SocketAddress(path: path) else { throw .nameTooLong }
        let descriptor = try FileDescriptor(checking: socket(AF_UNIX, kind, 0))
        _ = try retryingInterrupts {
            unsafe address.withPointer { pointer, length in
                unsafe Int(CLinux.connect(descriptor.rawValue, pointer, length))
            }
        }
        return StreamSocket(descriptor)
    }

    /// The descriptor to watch.
    package var rawValue: Int32 { descriptor.rawValue }

    /// Receives available bytes, up to a limit; an empty array is the end.
    package func receive(upTo count: Int) throws(Errno) -> [UInt8] {
        try descriptor.read(upTo: count)
    }

    /// Sends as many of these bytes as possible and returns their number.
    package func send(_ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
        let quietly = Int32(MSG_NOSIGNAL)
        return try retryingInterrupts {
            unsafe bytes.withUnsafeBytes { buffer in
                unsafe CLinux.send(
                    descriptor.rawValue, buffer.baseAddress, buffer.count, quietly)
            }
        }
    }

    /// Shuts down sending; receiving continues.
    package func endSending() throws(Errno) {
        guard shutdown(descriptor.rawValue, Int32(SHUT_WR)) == 0 else { throw .current }
    }

    /// Shuts down receiving: the peer gets an error when it sends.
    package func endReceiving() throws(Errno) {
        guard shutdown(descriptor.rawValue, Int32(SHUT_RD)) == 0 else { throw .current }
    }

    /// Sets the approximate size of the kernel's send buffer.
    package func setSendBuffer(bytes: Int) throws(Errno) {
        var size = Int32(clamping: bytes)
        let status = unsafe setsockopt(
            descriptor.rawValue, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        guard status == 0 else { throw .current }
    }

    /// Returns the identity of the peer at the time of the connection, verified by the kernel.
    package func peer() throws(Errno) -> PeerCredentials {
        try PeerCredentials(of: descriptor.rawValue)
    }
}
