import Foundation
import Synchronization
import Waiting

/// A unix socket of a test's own, whose calls give up where nothing comes for as long as tests wait.
final class TestSocket: Sendable {
    private let number: Int32
    private let rest = Mutex<[UInt8]>([])

    private init(_ number: Int32) throws {
        guard number >= 0 else { throw Child.Failure("no socket: error \(errno)") }
        self.number = number
        var limit = timeval(tv_sec: Patience.seconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        unsafe setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    }

    deinit {
        close(number)
    }

    /// A client of whoever listens at a path.
    static func client(of path: String) throws -> TestSocket {
        let socket = try TestSocket(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        try unsafe socket.address(path) { unsafe connect($0, $1, $2) }
        return socket
    }

    /// A socket that takes datagrams at a path.
    static func mailbox(at path: String) throws -> TestSocket {
        let socket = try TestSocket(socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0))
        try unsafe socket.address(path) { unsafe bind($0, $1, $2) }
        return socket
    }

    private func address(
        _ path: String, _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8) + [0]
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let status = unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else { throw Child.Failure("\(path): error \(errno)") }
    }

    /// Sends a line.
    func send(_ line: String) throws {
        let bytes = Array((line + "\n").utf8)
        let count = unsafe Foundation.send(number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        guard count == bytes.count else { throw Child.Failure("not sent: error \(errno)") }
    }

    /// The next line; nil at the end.
    func line() throws -> String? {
        while true {
            let line: String? = rest.withLock { rest in
                guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
                defer { rest.removeFirst(end + 1) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            if let line { return line }
            guard let bytes = try receive() else { return nil }
            rest.withLock { $0 += bytes }
        }
    }

    /// The next line in which there is a word.
    func line(with word: String) throws -> String {
        while let line = try line() {
            if line.contains(word) { return line }
        }
        throw Child.Failure("the end came before \(word)")
    }

    /// The next datagram.
    func datagram() throws -> String {
        String(decoding: try receive() ?? [], as: UTF8.self)
    }

    private func receive() throws -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe recv(number, &buffer, buffer.count, 0)
        if count == 0 || count < 0 && errno == ECONNRESET { return nil }
        guard count > 0 else { throw Child.Failure("nothing came: error \(errno)") }
        return Array(buffer.prefix(count))
    }
}
