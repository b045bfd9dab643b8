internal import CLinux

/// The address of a unix socket: a path, or a name that no file system knows.
struct SocketAddress {
    /// The most bytes of a path, which ends with a zero byte.
    static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1
    private static let pathOffset =
        MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: sockaddr_un().sun_path)

    private var address = sockaddr_un()
    private let length: socklen_t

    /// Nil where a path is empty or longer than the kernel takes, or has a zero byte in it.
    init?(path: String) {
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count <= Self.longestPath, !bytes.contains(0) else {
            return nil
        }
        // All of the structure's rest is zero.
        self.init(bytes, length: MemoryLayout<sockaddr_un>.size)
    }

    /// Nil where a name is empty or longer than the kernel takes.
    init?(abstractName name: String) {
        let bytes = [0] + Array(name.utf8)
        guard bytes.count > 1, bytes.count <= Self.longestPath + 1 else { return nil }
        // Every byte that the length covers belongs to the name, zeros too.
        self.init(bytes, length: Self.pathOffset + bytes.count)
    }

    private init(_ bytes: [UInt8], length: Int) {
        address.sun_family = sa_family_t(AF_UNIX)
        self.length = socklen_t(length)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { path in
            unsafe path.copyBytes(from: bytes)
        }
    }

    /// Gives a system call the address in the form that it wants.
    func withPointer<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe body(pointer, length)
            }
        }
    }
}
