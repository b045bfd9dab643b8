internal import CLinux

/// The sole owner of an open file descriptor, closed with its owner.
package struct FileDescriptor: ~Copyable, Sendable {
    /// The descriptor number, valid during the lifetime of this value.
    package let rawValue: Int32

    /// Lowest number that `raised` assigns.
    ///
    /// The kernel normally assigns lower numbers, and the usual limit is 1024.
    package static let raisedNumbers: Int32 = 512

    /// Takes ownership of an open descriptor.
    package init(owning rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Takes ownership of a system call's result, or throws the error of that call.
    package init(checking rawValue: Int32) throws(Errno) {
        guard rawValue >= 0 else { throw Errno.current }
        self.rawValue = rawValue
    }

    deinit {
        _ = close(rawValue)
    }

    /// Returns a second descriptor of the same open file, with a lifetime of its own.
    package static func duplicate(of rawValue: Int32) throws(Errno) -> FileDescriptor {
        try FileDescriptor(checking: callboard_duplicate(rawValue))
    }

    /// Moves the open file to a number above those of other descriptors, or returns it unchanged if
    /// the process may not use such numbers.
    ///
    /// When a process is killed, the kernel closes its highest number first (since Linux 4.4).
    package consuming func raised() -> FileDescriptor {
        let number = callboard_duplicate_from(rawValue, Self.raisedNumbers)
        guard number >= 0 else { return self }
        return FileDescriptor(owning: number)
    }

    /// Throws unless the process can open this number of further descriptors.
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

    /// Opens a file for reading without ever blocking; nil for a pipe, whose reader has to wait.
    package static func open(readingAtOnce path: String) throws(Errno) -> FileDescriptor? {
        let number = unsafe callboard_open_for_reading_at_once(path)
        let file = try FileDescriptor(checking: number)
        var status = stat()
        guard unsafe fstat(number, &status) == 0 else { throw .current }
        if status.st_mode & UInt32(S_IFMT) == UInt32(S_IFIFO) { return nil }
        return file
    }

    /// Creates a file with access for its owner only; fails if it exists.
    package static func create(_ path: String) throws(Errno) -> FileDescriptor {
        try FileDescriptor(checking: unsafe callboard_create_exclusively(AT_FDCWD, path))
    }

    /// Opens a file for writing and truncates it, or creates it.
    package static func replace(_ path: String) throws(Errno) -> FileDescriptor {
        try FileDescriptor(checking: unsafe callboard_open_to_replace(path))
    }

    /// The size of a regular file in bytes; nil for anything else.
    package var size: UInt64? {
        var status = stat()
        guard unsafe fstat(rawValue, &status) == 0,
            status.st_mode & UInt32(S_IFMT) == UInt32(S_IFREG)
        else { return nil }
        return UInt64(clamping: status.st_size)
    }

    /// Returns the path with links resolved; the path itself if nothing exists there.
    package static func canonicalPath(_ path: String) -> String {
        guard let resolved = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// Returns the absolute path, relative to the working directory of this process.
    package static func absolutePath(_ path: String) -> String {
        path.hasPrefix("/") ? path : canonicalPath(".") + "/" + path
    }

    /// Returns whether the path exists.
    package static func exists(_ path: String) -> Bool {
        unsafe access(path, F_OK) == 0
    }

    /// Creates a pair of non-blocking packet sockets: returns one end and leaves the other in
    /// `farEnd`.
    package static func packetSocket(
        connectedTo farEnd: inout FileDescriptor?
    ) throws(Errno) -> FileDescriptor {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Errno.current }
        farEnd = FileDescriptor(owning: ends[1])
        return FileDescriptor(owning: ends[0])
    }

    /// Reads available bytes, up to a limit; an empty array is the end of the file.
    package func read(upTo count: Int) throws(Errno) -> [UInt8] {
        var failure: Errno?
        // Not filled with zeros first: most reads are much shorter than the limit.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, received in
            do throws(Errno) {
                received = try retryingInterrupts {
                    unsafe CLinux.read(rawValue, buffer.baseAddress, count)
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Writes as many of these bytes as possible and returns their number.
    package func write(_ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
        try retryingInterrupts {
            unsafe bytes.withUnsafeBytes { buffer in
                unsafe CLinux.write(rawValue, buffer.baseAddress, buffer.count)
            }
        }
    }

    /// Writes all of these bytes, waiting as needed.
    package func writeAll(_ bytes: [UInt8]) throws(Errno) {
        var rest = bytes[...]
        while !rest.isEmpty { rest = try rest.dropFirst(write(rest)) }
    }

    /// Receives the next packet of a packet socket.
    package func receivePacket(upTo limit: Int) throws(Errno) -> ReceivedPacket {
        var bytes = [UInt8](repeating: 0, count: limit)
        let whole = Int32(MSG_TRUNC)
        let length = try retryingInterrupts { unsafe recv(rawValue, &bytes, limit, whole) }
        if length == 0 { return .closed }
        if length > limit { return .tooLong(length) }
        bytes.removeLast(limit - length)
        return .packet(bytes)
    }

    /// Sends one packet, or throws `wouldBlock` if the peer's buffer is full.
    package func sendPacket(_ bytes: [UInt8]) throws(Errno) {
        let quietly = Int32(MSG_NOSIGNAL)
        _ = try retryingInterrupts { unsafe send(rawValue, bytes, bytes.count, quietly) }
    }
}

/// Result of reading a packet socket.
package enum ReceivedPacket: Equatable, Sendable {
    case packet([UInt8])
    /// A packet of this many bytes, longer than the buffer; its content is lost.
    case tooLong(Int)
    /// The peer has closed.
    case closed
}
