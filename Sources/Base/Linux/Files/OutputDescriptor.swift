internal import CLinux

/// A non-blocking way to write to an inherited output, such as standard output.
package struct OutputDescriptor: ~Copyable {
    private enum Kind {
        /// A separate open file description, with its own O_NONBLOCK.
        case reopened
        case socket
        /// The shared open file description: a shell or other programs use it, too, so its flags
        /// stay.
        case shared
    }

    /// A ready pipe accepts a single write of up to this many bytes without blocking (PIPE_BUF).
    private static let leastRoom = 4096
    private static let portion = 1 << 16

    private let kind: Kind
    private let descriptor: FileDescriptor

    /// Opens the output again if possible; the original descriptor stays unchanged.
    package init(to original: Int32) throws(Errno) {
        var status = stat()
        guard unsafe fstat(original, &status) == 0 else { throw .current }
        let type = status.st_mode & UInt32(S_IFMT)
        var reopened: Int32 = -1
        // A regular file must not be reopened: writing would start at its beginning again.
        if type == UInt32(S_IFIFO) || Terminal.isTerminal(original) {
            reopened = unsafe callboard_open_for_writing_without_waiting(
                "/proc/self/fd/\(original)")
        }
        descriptor =
            try reopened >= 0
            ? FileDescriptor(owning: reopened) : FileDescriptor.duplicate(of: original)
        kind = reopened >= 0 ? .reopened : type == UInt32(S_IFSOCK) ? .socket : .shared
    }

    /// The descriptor to watch for writability; regular files and some devices cannot be watched.
    package var rawValue: Int32 { descriptor.rawValue }

    /// Whether a write never blocks, even without a readiness event.
    package var neverWaits: Bool { kind != .shared }

    /// Maximum number of bytes for one write after a readiness event.
    package var writeLimit: Int {
        kind == .shared ? Self.leastRoom : Self.portion
    }

    /// Writes as many of these bytes as possible and returns their number.
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
