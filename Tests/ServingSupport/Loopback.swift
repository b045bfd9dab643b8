import Foundation

/// Ports of this machine.
package enum Loopback {
    /// A port of loopback at which nothing listens, and that belongs to this process until its end.
    package static func freePort() throws -> Int {
        let port = try ReservedPort()
        // Nobody lets go of it.
        _ = unsafe Unmanaged.passRetained(port)
        return port.number
    }

    /// Whether a server listens at a port of loopback.
    package static func listens(at port: Int) -> Bool {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | closedOnExec, 0)
        defer { close(number) }
        return unsafe withUnsafePointer(to: address(of: port)) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    /// Whether a server listens at a socket of this machine.
    package static func listens(atSocket path: String) -> Bool {
        let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | closedOnExec, 0)
        defer { close(number) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) {
            unsafe $0.copyBytes(from: path.utf8)
        }
        return unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }

    fileprivate static let closedOnExec = Int32(SOCK_CLOEXEC.rawValue)

    fileprivate static func address(of port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = UInt16(port).bigEndian
        return address
    }
}

/// A port of loopback that the kernel gives to no other program as long as this object lives.
///
/// A socket that never listens is bound to it. A server that sets `SO_REUSEADDR`, as all of those in
/// the tests do, can listen there, also once more after it was killed; without a server a connection is refused.
package final class ReservedPort: Sendable {
    /// The port.
    package let number: Int
    private let socket: Int32

    /// A port at which nothing listens.
    package init() throws {
        socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Loopback.closedOnExec, 0)
        var isShared: Int32 = 1
        var address = Loopback.address(of: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = unsafe setsockopt(
            socket, SOL_SOCKET, SO_REUSEADDR, &isShared, socklen_t(MemoryLayout<Int32>.size))
        let socket = socket
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(socket, $0, size) == 0 && getsockname(socket, $0, &size) == 0
            }
        }
        number = Int(UInt16(bigEndian: address.sin_port))
        guard isBound else {
            close(socket)
            throw CocoaError(.fileReadUnknown)
        }
    }

    deinit {
        close(socket)
    }
}
