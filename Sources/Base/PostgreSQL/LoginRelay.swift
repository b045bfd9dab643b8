internal import CPostgreSQL
internal import Linux

/// Relay between libpq and a server until the login succeeds, so that libpq reads only checked
/// messages.
///
/// libpq knows its socket by number: meanwhile this number refers to one end of a socket pair.
final class LoginRelay {
    /// Result of passing on a message.
    enum Outcome {
        /// libpq can read a message or the end of the stream.
        case brought
        /// libpq can read the last message, which completes the login.
        case letIn
        /// The server sent a forbidden request.
        case refused
        /// No answer in time.
        case silent
    }

    private let server: FileDescriptor
    /// Our end of the pair; nil after the end of the stream.
    private var library: FileDescriptor?
    private var gate = LoginGate()

    /// Connects libpq's socket number to one end of a socket pair instead of the server.
    init(at number: Int32) throws(Errno) {
        server = try .duplicate(of: number)
        var ends: [Int32] = [-1, -1]
        guard unsafe callboard_socket_pair(&ends) == 0 else { throw .current }
        let theirs = FileDescriptor(owning: ends[0])
        library = FileDescriptor(owning: ends[1])
        try Self.replaceFile(of: number, by: theirs)
    }

    /// Connects libpq's socket number to the server again.
    func leave(_ number: Int32) throws(Errno) {
        try Self.replaceFile(of: number, by: server)
    }

    private static func replaceFile(
        of number: Int32, by file: borrowing FileDescriptor
    ) throws(Errno) {
        guard callboard_replace_file(number, file.rawValue) >= 0 else { throw .current }
    }

    /// Reads one message of the server, checks it and passes it on; blocks.
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

    /// Sends the output of libpq to the server; blocks.
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

    /// Passes a message to libpq, and returns whether that succeeded.
    ///
    /// A message fits into the socket buffer, since it is short and the buffer is empty.
    private func hand(over message: [UInt8]) -> Bool {
        (try? library?.writeAll(message)) != nil
    }

    private func end(with message: [UInt8]) -> Outcome {
        if !message.isEmpty { _ = hand(over: message) }
        library = nil
        return .brought
    }

    /// Returns whether a descriptor becomes ready before the deadline.
    static func isReady(_ number: Int32, _ events: Int32, until deadline: Duration) -> Bool {
        let left = max(deadline - EventLoop.now, .zero)
        var polled = pollfd(fd: number, events: Int16(events), revents: 0)
        let count = try? retryingInterrupts {
            Int(unsafe poll(&polled, 1, Int32(clamping: left.milliseconds)))
        }
        return (count ?? 0) > 0
    }
}
