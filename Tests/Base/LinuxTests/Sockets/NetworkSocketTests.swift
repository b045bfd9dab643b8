import Expecting
import Foundation
import Linux
import Testing
import Waiting

struct NetworkSocketTests {
    /// A listening socket at some free port of this machine.
    private final class Server {
        let number: Int32
        let port: UInt16

        /// - Parameter isListening: whether it takes connections; the port is nobody else's in either case.
        init(isListening: Bool = true) throws {
            let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                    let bound = unsafe bind(number, general, length)
                    guard bound == 0 else { return bound }
                    let named = unsafe getsockname(number, general, &length)
                    return isListening ? named | listen(number, 1) : named
                }
            }
            try #require(status == 0)
            self.number = number
            port = UInt16(bigEndian: address.sin_port)
        }

        deinit { close(number) }
    }

    @Test(arguments: ["127.0.0.1", "localhost"])
    func `a server is reached by address and by name`(host: String) throws {
        let server = try Server()
        let line = try NetworkSocket.connect(to: host, port: server.port)
        let other = accept(server.number, nil, nil)
        #expect(other >= 0)
        #expect(unsafe send(other, "hi", 2, 0) == 2)
        var polled = pollfd(fd: line.rawValue, events: Int16(POLLIN), revents: 0)
        #expect(unsafe poll(&polled, 1, Int32(Patience.seconds * 1000)) == 1)
        try expect(line.read(upTo: 10), is: Array("hi".utf8))
        #expect(throws: Errno.wouldBlock) { try line.read(upTo: 10) }
        close(other)
    }

    @Test func `where nobody listens, that is said`() throws {
        let server = try Server(isListening: false)
        #expect(throws: NetworkFailure.unreachable(.connectionRefused)) {
            _ = try NetworkSocket.connect(to: "127.0.0.1", port: server.port)
        }
    }

    @Test(arguments: ["no..such", "256.1.1.1.1", "a b"])
    func `a host that nobody knows is told apart`(host: String) {
        #expect(throws: NetworkFailure.unknownHost) {
            _ = try NetworkSocket.connect(to: host, port: 9)
        }
    }

    @Test(arguments: [
        ("127.0.0.1", ["127.0.0.1"], "one in digits"),
        ("::1", ["::1"], "one of six"),
        ("0:0:0:0:0:0:0:1", ["::1"], "the same in other digits"),
    ])
    func `addresses are told in digits`(_ host: String, _ numbers: [String], _ why: String) throws {
        try expect(HostAddresses(of: host).numbers, is: numbers, "\(why)")
    }
}
