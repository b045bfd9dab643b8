internal import CPostgreSQL
internal import Linux

/// Stands between the library and a server until that has let this client in, so that the library gets no message that was not looked at.
///
/// The library knows its socket by a number: for as long as this is there, the number is that of one end of a pair of sockets.
final class LoginRelay {
    /// What came of bringing a message.
    enum Outcome {
        /// The library has one to read, or the end of all messages.
        case brought
        /// The library has the last one to read, by which it is let in.
        case letIn
        /// The server asks for what it must not have.
        case refused
        /// Nobody answered in time.
        case silent
    }

    private let server: FileDescriptor
    /// Our end, nil once the library gets nothing more.
    private var library: FileDescriptor?
    private var gate = LoginGate()

    /// Takes the place of the server at the library's socket.
    init(at number: Int32) throws(Errno) {
        server = try .duplicate(of: number)
        var ends: [Int32] = [-1, -1]
        guard unsafe callboard_socket_pair(&ends) == 0 else { throw .current }
        let theirs = FileDescriptor(owning: ends[0])
        library = FileDescriptor(owning: ends[1])
        try Self.replaceFile(of: number, by: theirs)
    }

    /// Gives the place back to the server.
    func leave(_ number: Int32) throws(Errno) {
        try Self.replaceFile(of: number, by: server)
    }

    private static func replaceFile(
        of number: Int32, by file: borrowing FileDescriptor
    ) throws(Errno) {
        guard callboard_replace_file(number, file.rawValue) >= 0 else { throw .current }
    }

    /// Reads one message of the server, looks at it and hands it over; this waits.
    func bring(until deadline: Duration) -> Outcome {
        var message: [UInt8] = []
        while true {
            switch gate.look(at: message) {
            case .read(let count):
                guard Self.isReady(server.rawValue, POLLIN, until: deadline) else { return .silent }
                do throws(Errno) {
                    let bytes = try server.read(upTo: count)
                    message += bytes
                    if bytes.isEmpty { return end(with: message) }
                } catch .wouldBlock {
                    continue
                } catch {
                    return end(with: message)
                }
            case .pass: return hand(over: message) ? .brought : end(with: [])
            case .last: return hand(over: message) ? .letIn : end(with: [])
            case .end: return end(with: message)
            case .refuse: return .refused
            }
        }
    }

    /// Sends the server what the library has written; this waits.
    func forward(until deadline: Duration) {
        while let bytes = try? library?.read(upTo: 8_192), !bytes.isEmpty {
            var rest = bytes[...]
            while !rest.isEmpty {
                guard Self.isReady(server.rawValue, POLLOUT, until: deadline),
                    let count = try? server.write(rest)
                else {
                    library = nil
                    return
                }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// A message has room in a socket, since it is short and nothing else is in there.
    private func hand(over message: [UInt8]) -> Bool {
        (try? library?.writeAll(message)) != nil
    }

    private func end(with message: [UInt8]) -> Outcome {
        if !message.isEmpty { _ = hand(over: message) }
        library = nil
        return .brought
    }

    /// Whether a descriptor can be read from, or written to, before a moment comes.
    static func isReady(_ number: Int32, _ events: Int32, until deadline: Duration) -> Bool {
        let left = max(deadline - EventLoop.now, .zero)
        var polled = pollfd(fd: number, events: Int16(events), revents: 0)
        let count = try? retryingInterrupts {
            Int(unsafe poll(&polled, 1, Int32(clamping: left.milliseconds)))
        }
        return (count ?? 0) > 0
    }
}
