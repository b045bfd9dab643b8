internal import CLinux

/// The sole owner of an open file descriptor: closed when the owner goes.
package struct FileDescriptor: ~Copyable, Sendable {
    /// The number that the kernel knows it by, valid as long as this lives.
    package let rawValue: Int32

    /// Above the numbers that the kernel gives out by itself, and below the usual limit of 1024.
    package static let raisedNumbers: Int32 = 512

    /// Takes ownership of an open descriptor.
    package init(owning rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Takes ownership of what a system call returned, or throws that call's error.
    package init(checking rawValue: Int32) throws(Errno) {
        guard rawValue >= 0 else { throw Errno.current }
        self.rawValue = rawValue
    }

    deinit {
        _ = close(rawValue)
    }

    /// A second descriptor of the same open file, with a lifetime of its own.
    package static func duplicate(of rawValue: Int32) throws(Errno) -> FileDescriptor {
        try FileDescriptor(checking: callboard_duplicate(rawValue))
    }

    /// The same open file under a number above those of other descriptors, or as it was where the
    /// process may have none so high.
    ///
    /// When a process is killed, the kernel lets go of its highest number first (since Linux 4.4).
    package consuming func raised() -> FileDescriptor {
        let number = callboard_duplicate_from(rawValue, Self.raisedNumbers)
        guard number >= 0 else { return self }
        return FileDescriptor(owning: number)
    }

    /// Throws unless the process may open so many more descriptors.
    package static func makeSure(ofRoomFor count: Int) throws(Errno) {
        var opened: [Int32] = []
        defer { for number in opened { _ = close(number) } }
        for _ in 0..<count {
            let number = callboard_open_for_nothing()
            guard number >= 0 else { throw Errno.current }
            opened.append(number)
        }
    }

    /// Opens a file for reading.
    package static func open(readingFrom path: String) throws(Errno) -> FileDescriptor {
        try FileDescriptor(checking: unsafe callboard_open_for_reading(path))
    }

    /// Opens a file for reading so that nobody ever waits for it; nil for a pipe, whose reader has to.
    package static func open(readingAtOnce path: String) throws(Errno) -> FileDescriptor? {
        let number = unsafe callboard_open_for_reading_at_once(path)
        let file = try FileDescriptor(checking: number)
        var status = stat()
        guard unsafe fstat(number, &status) == 0 else { throw .current }
        if status.st_mode & UInt32(S_IFMT) == UInt32(S_IFIFO) { return nil }
        return file
    }

    /// Makes a file that is closed to everybody else, where there is none yet.
    package static func create(_ path: String) throws(Errno) -> FileDescriptor {
        try FileDescriptor(checking: unsafe callboard_create_exclusively(AT_FDCWD, path))
    }

    /// Opens a file for writing in place of what it held, and makes it where there is none.
    package static func replace(_ path: String) throws(Errno) -> FileDescriptor {
        try FileDescriptor(checking: unsafe callboard_open_to_replace(path))
    }

    /// The bytes of a regular file; nil for anything else.
    package var size: UInt64? {
        var status = stat()
        guard unsafe fstat(rawValue, &status) == 0,
            status.st_mode & UInt32(S_IFMT) == UInt32(S_IFREG)
        else { return nil }
        return UInt64(clamping: status.st_size)
    }

    /// The path of what is at a path, without links; the path itself where nothing is there.
    package static func canonicalPath(_ path: String) -> String {
        guard let resolved = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// The path from `/` on, as another process finds it: one that begins in this process's folder is led on from there.
    package static func absolutePath(_ path: String) -> String {
        path.hasPrefix("/") ? path : canonicalPath(".") + "/" + path
    }

    /// Whether there is something at a path.
    package static func exists(_ path: String) -> Bool {
        unsafe access(path, F_OK) == 0
    }

    /// Makes two connected sockets that keep packet boundaries and never block: returns one end and
    /// leaves the other in `farEnd`.
    package static func packetSocket(
        connectedTo farEnd: inout FileDescriptor?
    ) throws(Errno) -> FileDescriptor {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Errno.current }
        farEnd = FileDescriptor(owning: ends[1])
        return FileDescriptor(owning: ends[0])
    }

    /// Reads what is there, up to a number of bytes; an empty array is the end of the file.
    package func read(upTo count: Int) throws(Errno) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let received = try retryingInterrupts { unsafe CLinux.read(rawValue, &bytes, count) }
        bytes.removeLast(count - received)
        return bytes
    }

    /// Writes what the file takes of these bytes and returns how many that was.
    package func write(_ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
        try retryingInterrupts {
            unsafe bytes.withUnsafeBytes { buffer in
                unsafe CLinux.write(rawValue, buffer.baseAddress, buffer.count)
            }
        }
    }

    /// Writes all of these bytes, however slowly they are taken.
    package func writeAll(_ bytes: [UInt8]) throws(Errno) {
        var rest = bytes[...]
        while !rest.isEmpty { rest = try rest.dropFirst(write(rest)) }
    }

    /// Takes the next packet off a packet socket.
    package func receivePacket(upTo limit: Int) throws(Errno) -> ReceivedPacket {
        var bytes = [UInt8](repeating: 0, count: limit)
        let whole = Int32(MSG_TRUNC)
        let length = try retryingInterrupts { unsafe recv(rawValue, &bytes, limit, whole) }
        if length == 0 { return .closed }
        if length > limit { return .tooLong(length) }
        bytes.removeLast(limit - length)
        return .packet(bytes)
    }

    /// Sends one whole packet, or throws `wouldBlock` where the other side has left no room.
    package func sendPacket(_ bytes: [UInt8]) throws(Errno) {
        let quietly = Int32(MSG_NOSIGNAL)
        _ = try retryingInterrupts { unsafe send(rawValue, bytes, bytes.count, quietly) }
    }
}

/// What one look at a packet socket found.
package enum ReceivedPacket: Equatable, Sendable {
    /// One whole packet.
    case packet([UInt8])
    /// A packet of this many bytes, more than the reader had room for; it is lost.
    case tooLong(Int)
    /// The other side has closed.
    case closed
}
