import Foundation
package import Linux

/// A connection to a web server over which a test sends what it likes, and of which it keeps all that comes.
@LoopActor
package final class RawConnection {
    /// Where a server is.
    package enum Place: Sendable {
        /// At a port of loopback.
        case port(UInt16)
        /// The same with an address of version 6.
        case portOfVersion6(UInt16)
        /// At a socket of this machine.
        case socket(String)
    }

    /// What came and was not taken yet.
    package private(set) var received: [UInt8] = []
    /// Whether nothing more comes.
    package private(set) var isEnded = false
    /// Whether the other side ended it with what was sent to it unread.
    package private(set) var isReset = false
    /// What is done with each piece in place of keeping it.
    package var take: (@LoopActor ([UInt8]) -> Void)?
    private var number: Int32
    private var watch: EventLoop.WatchID?

    /// Connects.
    ///
    /// - Parameters:
    ///   - reading: whether what comes is read.
    ///   - buffer: bytes that the kernel keeps of what is not read; as many as it likes where nobody says.
    package init(to place: Place, reading: Bool = true, buffer: Int? = nil) throws {
        let family =
            switch place {
            case .port: AF_INET
            case .portOfVersion6: AF_INET6
            case .socket: AF_UNIX
            }
        number = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        guard number >= 0 else { throw POSIXError(.EMFILE) }
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        if var size = buffer.map({ Int32($0) }) {
            _ = unsafe setsockopt(
                number, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        guard connect(to: place) else {
            let code = errno
            close(number)
            number = -1
            throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
        }
        _ = fcntl(number, F_SETFL, O_NONBLOCK)
        if reading { read() }
    }

    isolated deinit {
        leave()
    }

    private func connect(to place: Place) -> Bool {
        func connect<Address>(_ address: Address) -> Bool {
            unsafe withUnsafePointer(to: address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe Foundation.connect(
                        number, $0, socklen_t(MemoryLayout<Address>.size)) == 0
                }
            }
        }
        switch place {
        case .port(let port):
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            return connect(address)
        case .portOfVersion6(let port):
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_addr = in6addr_loopback
            return connect(address)
        case .socket(let path):
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            unsafe withUnsafeMutableBytes(of: &address.sun_path) {
                unsafe $0.copyBytes(from: path.utf8)
            }
            return connect(address)
        }
    }

    /// Begins to read what comes.
    package func read() {
        guard watch == nil, number >= 0 else { return }
        watch = try? EventLoop.shared.watch(number, for: .readable) { [weak self] _ in
            self?.readWhatIsThere()
        }
    }

    private func readWhatIsThere() {
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let count = unsafe Foundation.read(number, &bytes, bytes.count)
        if count > 0 {
            if let take { take(Array(bytes[..<count])) } else { received += bytes[..<count] }
            return
        }
        if count < 0, errno == EAGAIN { return }
        isReset = count < 0
        isEnded = true
        stopReading()
    }

    /// Reads nothing for a while.
    package func pauseReading() { stopReading() }

    private func stopReading() {
        if let watch { EventLoop.shared.unwatch(watch) }
        watch = nil
    }

    /// Sends as much as there is room for at once, and says how much that was.
    @discardableResult
    package func send(_ bytes: some Collection<UInt8>) -> Int {
        let bytes = Array(bytes)
        return unsafe Foundation.send(number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Sends a text.
    package func send(_ text: String) { send(text.utf8) }

    /// Asks for something, as a browser does.
    package func get(_ target: String, _ fields: [String] = []) {
        send("GET \(target) HTTP/1.1\r\n" + Self.lines(fields) + "\r\n")
    }

    /// Posts something, as a page does.
    package func post(_ target: String, _ body: String, _ fields: [String] = []) {
        send(
            "POST \(target) HTTP/1.1\r\n" + Self.lines(fields)
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    private static func lines(_ fields: [String]) -> String {
        let hasHost = fields.contains { $0.hasPrefix("Host:") }
        return ((hasHost ? [] : ["Host: localhost"]) + fields).map { "\($0)\r\n" }.joined()
    }

    /// Sends nothing more, and still reads.
    package func endSending() {
        shutdown(number, Int32(SHUT_WR))
    }

    /// Goes, so that what was not read is lost.
    package func leave() {
        stopReading()
        guard number >= 0 else { return }
        close(number)
        number = -1
    }

    /// Takes away what came, up to a number of bytes.
    package func takeReceived(_ count: Int? = nil) -> [UInt8] {
        let count = count ?? received.count
        defer { received.removeFirst(count) }
        return Array(received[..<count])
    }
}
