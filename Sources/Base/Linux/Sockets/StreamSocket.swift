internal import CLinux

/// One end of a stream connection, on which nothing ever waits.
package struct StreamSocket: ~Copyable, Sendable {
    static let kind = Int32(
        SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

    private let descriptor: FileDescriptor

    init(_ descriptor: consuming FileDescriptor) {
        self.descriptor = descriptor
    }

    /// Connects to the socket at a path; throws `wouldBlock` where so many wait for its owner that
    /// one must try again later.
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

    /// The number to watch.
    package var rawValue: Int32 { descriptor.rawValue }

    /// Takes what has come, up to a number of bytes; an empty array says that no more will.
    package func receive(upTo count: Int) throws(Errno) -> [UInt8] {
        try descriptor.read(upTo: count)
    }

    /// Sends what there is room for of these bytes and returns how many that was.
    package func send(_ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
        let quietly = Int32(MSG_NOSIGNAL)
        return try retryingInterrupts {
            unsafe bytes.withUnsafeBytes { buffer in
                unsafe CLinux.send(
                    descriptor.rawValue, buffer.baseAddress, buffer.count, quietly)
            }
        }
    }

    /// Tells the other side that nothing more will be sent, and still receives.
    package func endSending() throws(Errno) {
        guard shutdown(descriptor.rawValue, Int32(SHUT_WR)) == 0 else { throw .current }
    }

    /// Takes nothing more: the other side gets an error when it sends.
    package func endReceiving() throws(Errno) {
        guard shutdown(descriptor.rawValue, Int32(SHUT_RD)) == 0 else { throw .current }
    }

    /// Makes the kernel keep about so many bytes that the other side has not read yet.
    package func setSendBuffer(bytes: Int) throws(Errno) {
        var size = Int32(clamping: bytes)
        let status = unsafe setsockopt(
            descriptor.rawValue, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        guard status == 0 else { throw .current }
    }

    /// Who was on the other side when the connection was made, as the kernel vouches.
    package func peer() throws(Errno) -> PeerCredentials {
        try PeerCredentials(of: descriptor.rawValue)
    }
}
