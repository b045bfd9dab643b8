import Linux
import Web

/// Asks whoever listens at a place whether it is a wall: for the one file that every wall serves to everybody, and no other program.
@LoopActor
final class WallCall {
    /// Who it is.
    enum Answer: Hashable, Sendable {
        case wall
        /// Something that answers otherwise.
        case other
        /// Something that does not answer at all.
        case silence
        /// Nobody whom this user may ask.
        case closed
    }

    nonisolated static let patience: Duration = .seconds(3)
    private nonisolated static let request =
        "GET /icon.svg HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    private nonisolated static let piece = 65_536

    private let socket: StreamSocket
    private let done: @LoopActor (Answer) -> Void
    private let deadline = Alarm()
    private var watch: EventLoop.WatchID?
    private var received: [UInt8] = []

    private init(_ socket: consuming StreamSocket, _ done: @escaping @LoopActor (Answer) -> Void) {
        self.socket = socket
        self.done = done
    }

    /// Asks, and calls `done` once that is known; it lives until then.
    static func call(
        _ place: WebPlace, within patience: Duration = patience,
        _ done: @escaping @LoopActor (Answer) -> Void
    ) {
        do throws(Errno) {
            let call = WallCall(try connect(to: place), done)
            let words = Array(request.utf8)
            guard try call.socket.send(words[...]) == words.count else { return done(.silence) }
            call.watch = try EventLoop.shared.watch(call.socket.rawValue, for: .readable) { _ in
                call.receive()
            }
            call.deadline.set(after: patience) { call.finish(.silence) }
        } catch .accessDenied {
            done(.closed)
        } catch {
            done(.silence)
        }
    }

    private static func connect(to place: WebPlace) throws(Errno) -> StreamSocket {
        switch place {
        case .socket(let place): return try StreamSocket.connect(to: place.path)
        case .network(let place):
            do throws(NetworkFailure) {
                return try place.connect(within: patience)
            } catch .unreachable(let error) {
                throw error
            } catch {
                throw .invalidArgument
            }
        }
    }

    private func receive() {
        do throws(Errno) {
            let bytes = try socket.receive(upTo: Self.piece)
            received += bytes
            if bytes.isEmpty || received.count > Self.piece { finish(answer) }
        } catch .wouldBlock {
        } catch {
            finish(.silence)
        }
    }

    private var answer: Answer {
        if received.isEmpty { return .silence }
        return received.ends(with: WallPages.icon) ? .wall : .other
    }

    private func finish(_ answer: Answer) {
        guard let watch else { return }
        EventLoop.shared.unwatch(watch)
        self.watch = nil
        deadline.cancel()
        done(answer)
    }
}

extension [UInt8] {
    fileprivate func ends(with end: [UInt8]) -> Bool {
        count >= end.count && suffix(end.count).elementsEqual(end)
    }
}
