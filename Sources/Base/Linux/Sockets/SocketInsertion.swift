internal import CLinux

/// A pair of connected sockets put between the owner of a socket and its peer.
///
/// The owner keeps its descriptor's number, which is one end of the pair from then on.
package struct SocketInsertion: ~Copyable, Sendable {
    /// The other end of the pair, towards the owner.
    package let inner: StreamSocket
    /// The socket that the owner had, towards the peer.
    package let outer: StreamSocket

    /// Puts a pair in the place of an open, connected descriptor.
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
