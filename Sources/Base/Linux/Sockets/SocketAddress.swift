internal import CLinux

/// The address of a unix socket: a path or an abstract name.
struct SocketAddress {
    /// Maximum length of a path in bytes, without its terminating zero.
    static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1
    private static let pathOffset =
        MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: sockaddr_un().sun_path)

    private var address = sockaddr_un()
    private let length: socklen_t

    /// Creates an address from a path; nil if it is empty, too long, or contains a zero byte.
    init?(path: String) {
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count <= Self.longestPath, !bytes.contains(0) else {
            return nil
        }
        // The rest of the structure is zero.
        self.init(bytes, length: MemoryLayout<sockaddr_un>.size)
    }

    /// Creates an abstract address; nil if the name is empty or too long.
    init?(abstractName name: String) {
        let bytes = [0] + Array(name.utf8)
        guard bytes.count > 1, bytes.count <= Self.longestPath + 1 else { return nil }
        // Every byte within the length belongs to the name, including zeros.
        self.init(bytes, length: Self.pathOffset + bytes.count)
    }

    private init(_ bytes: [UInt8], length: Int) {
        address.sun_family = sa_family_t(AF_UNIX)
        self.length = socklen_t(length)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { path in
            unsafe path.copyBytes(from: bytes)
        }
    }

    /// Calls a closure with the address in the form that system calls take.
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
