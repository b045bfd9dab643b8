import Linux
import Web

/// Check whether a server is a wall: requests the icon, which every wall serves without access control and no other
/// program has.
@LoopActor
enum WallCall {
    /// Result of the check.
    enum Answer: Hashable, Sendable {
        case wall
        /// Another program.
        case other
        /// No answer.
        case silence
        /// This user has no permission to connect.
        case closed
    }

    nonisolated static let patience: Duration = .seconds(3)
    private nonisolated static let request =
        "GET /icon.svg HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    private nonisolated static let piece = 65_536

    /// Sends the request and waits for the result.
    static func call(_ place: WebPlace, within patience: Duration = patience) async -> Answer {
        do throws(Errno) {
            let socket = try connect(to: place)
            let words = Array(request.utf8)
            guard try socket.send(words[...]) == words.count else { return .silence }
            let ready = Mailbox<Void>()
            let watch = try EventLoop.shared.watch(socket.rawValue, for: .readable) { _ in
                ready.post(())
            }
            defer { EventLoop.shared.unwatch(watch) }
            let deadline = EventLoop.now + patience
            var received: [UInt8] = []
            while await ready.next(within: deadline - EventLoop.now) != nil {
                do throws(Errno) {
                    let bytes = try socket.receive(upTo: piece)
                    received += bytes
                    if bytes.isEmpty || received.count > piece { return answer(for: received) }
                } catch .wouldBlock {}
            }
            return .silence
        } catch .accessDenied {
            return .closed
        } catch {
            return .silence
        }
    }

    private static func answer(for received: [UInt8]) -> Answer {
        if received.isEmpty { return .silence }
        return received.ends(with: WallPages.icon) ? .wall : .other
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
}

extension [UInt8] {
    fileprivate func ends(with end: [UInt8]) -> Bool {
        count >= end.count && suffix(end.count).elementsEqual(end)
    }
}
