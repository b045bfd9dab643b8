import Linux
import WebSupport

/// A page that is live, of which only the end of what came is kept.
@LoopActor
final class Page {
    private let connection: RawConnection
    private var tail: [UInt8] = []
    private var wanted: [UInt8] = []
    private var found: (@LoopActor () -> Void)?
    /// Whether anything has come.
    private(set) var hasBegun = false

    /// Whether it is still live.
    var isLive: Bool { !connection.isEnded }

    /// - Parameter request: what it asks for, with all its lines.
    init(_ port: Int, _ request: [UInt8]) throws {
        connection = try RawConnection(to: .port(UInt16(port)))
        connection.take = { [weak self] in self?.take($0) }
        connection.send(request)
    }

    private func take(_ bytes: [UInt8]) {
        hasBegun = true
        guard let found else { return }
        tail += bytes
        if tail.firstIndex(of: wanted) != nil {
            self.found = nil
            tail = []
            return found()
        }
        if tail.count > wanted.count { tail.removeFirst(tail.count - wanted.count) }
    }

    /// Calls somebody once, when some words have come.
    func wait(for words: [UInt8], _ found: @escaping @LoopActor () -> Void) {
        (wanted, tail, self.found) = (words, [], found)
    }

    /// Sends something more.
    func send(_ bytes: [UInt8]) { connection.send(bytes) }

    func leave() { connection.leave() }
}
