internal import CLinux

/// A second way into an output that the process was given, such as standard output, on which a
/// write never waits for a slow reader.
package struct OutputDescriptor: ~Copyable {
    private enum Kind {
        /// An open file of its own, with its own O_NONBLOCK.
        case reopened
        case socket
        /// The same open file: what a shell or another program shares, so its flags stay.
        case shared
    }

    /// One write to a pipe that has any room never waits for up to this many bytes (PIPE_BUF).
    private static let leastRoom = 4096
    private static let portion = 1 << 16

    private let kind: Kind
    private let descriptor: FileDescriptor

    /// Opens the way; the original descriptor stays as it is.
    package init(to original: Int32) throws(Errno) {
        var status = stat()
        guard unsafe fstat(original, &status) == 0 else { throw .current }
        let type = status.st_mode & UInt32(S_IFMT)
        var reopened: Int32 = -1
        // A regular file must not be reopened: writing would begin at its start again.
        if type == UInt32(S_IFIFO) || Terminal.isTerminal(original) {
            reopened = unsafe callboard_open_for_writing_without_waiting(
                "/proc/self/fd/\(original)")
        }
        descriptor =
            try reopened >= 0
            ? FileDescriptor(owning: reopened) : FileDescriptor.duplicate(of: original)
        kind = reopened >= 0 ? .reopened : type == UInt32(S_IFSOCK) ? .socket : .shared
    }

    /// The number to watch for room; files and devices that never wait cannot be watched.
    package var rawValue: Int32 { descriptor.rawValue }

    /// Whether a write returns at once also where there was no word of room.
    package var neverWaits: Bool { kind != .shared }

    /// The most bytes one write should be given after the descriptor was ready.
    package var writeLimit: Int {
        kind == .shared ? Self.leastRoom : Self.portion
    }

    /// Writes what the output takes of these bytes and returns how many that was.
    package func write(_ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
        guard kind == .socket else { return try descriptor.write(bytes) }
        let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
        return try retryingInterrupts {
            unsafe bytes.withUnsafeBytes { buffer in
                unsafe send(descriptor.rawValue, buffer.baseAddress, buffer.count, flags)
            }
        }
    }
}
