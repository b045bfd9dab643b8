internal import CLinux

/// A pair of connected sockets inserted between the owner of a socket and its peer.
///
/// The owner keeps its descriptor number, which now refers to one end of the pair.
package struct SocketInsertion: ~Copyable, Sendable {
    /// The end of the pair that is connected to the owner.
    package let inner: StreamSocket
    /// The original socket, connected to the peer.
    package let outer: StreamSocket

    /// Replaces an open, connected descriptor with a pair.
    package init(at number: Int32) throws(Errno) {
        let outer = try FileDescriptor.duplicate(of: number)
        var ends: [Int32] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, StreamSocket.kind, 0, &ends) == 0 else { throw .current }
        let inner = FileDescriptor(owning: ends[0])
        let taken = FileDescriptor(owning: ends[1])
        guard callboard_replace(taken.rawValue, number) == number else { throw .current }
        self.inner = StreamSocket(inner)
        self.outer = StreamSocket(outer)
    }
}
