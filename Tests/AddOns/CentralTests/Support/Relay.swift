import Foundation
import Linux

/// A way to somebody's socket that breaks where the test wants it to.
@LoopActor
final class Relay {
    /// The side that has said something.
    enum Side: CaseIterable {
        case asking, answering
    }

    /// Where to connect.
    let path: String
    private let target: String
    private var listener: ListeningSocket?
    private var watch: EventLoop.WatchID?
    private var pipes: [ObjectIdentifier: Pipe] = [:]
    /// What it has carried from each side.
    private(set) var carried: [Side: Int] = [.asking: 0, .answering: 0]
    private var cut: (side: Side, after: Int)?
    /// How often it broke.
    private(set) var cuts = 0
    /// How often something came that was not carried further.
    private(set) var heldUp = 0
    /// Whether it carries nothing further, and lets nobody know.
    var isHeld = false {
        didSet { if !isHeld { for pipe in pipes.values { pipe.resume() } } }
    }

    /// - Parameter name: the socket's name in a folder of its own.
    init(to target: String, name: String) throws {
        self.target = target
        let folder = FileManager.default.temporaryDirectory.appending(path: "relay-\(UUID())").path
        path = "\(folder)/\(name)"
        let listener = try ListeningSocket(at: SocketPlace(path: path))
        let descriptor = listener.rawValue
        self.listener = consume listener
        watch = try EventLoop.shared.watch(descriptor, for: .readable) { [weak self] _ in
            self?.accept()
        }
    }

    /// The folder that the socket is in.
    var folder: String { (path as NSString).deletingLastPathComponent }

    /// Lets nobody through any more.
    func stop() {
        if let watch { EventLoop.shared.unwatch(watch) }
        watch = nil
        listener = nil
        breakAll()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Breaks once, as soon as so many bytes more came from a side.
    func cut(_ side: Side, after count: Int) {
        cut = (side, count)
    }

    /// Breaks all there is, now.
    func breakAll() {
        cuts += pipes.isEmpty ? 0 : 1
        for pipe in pipes.values { pipe.close() }
        pipes = [:]
    }

    private func accept() {
        while let near = try? listener?.accept() {
            guard let far = try? StreamSocket.connect(to: target) else { continue }
            let pipe = Pipe(near, far, self)
            pipes[ObjectIdentifier(pipe)] = pipe
            pipe.begin()
        }
    }

    /// How much of what a side said goes through; less than all breaks it.
    fileprivate func allowance(_ side: Side, _ count: Int) -> Int {
        guard let cut, cut.side == side else {
            carried[side, default: 0] += count
            return count
        }
        let allowed = min(count, cut.after)
        carried[side, default: 0] += allowed
        self.cut = allowed < count ? nil : (side, cut.after - allowed)
        return allowed
    }

    fileprivate func end(_ pipe: Pipe) {
        pipes[ObjectIdentifier(pipe)] = nil
    }

    fileprivate func countHeldUp() {
        heldUp += 1
    }

    fileprivate func countCut() {
        cuts += 1
    }
}

/// One connection.
@LoopActor
private final class Pipe {
    private var sockets: [Relay.Side: End] = [:]
    private weak var relay: Relay?

    @LoopActor private final class End {
        let socket: StreamSocket
        var watch: EventLoop.WatchID?
        var waiting: [UInt8] = []

        init(_ socket: consuming StreamSocket) {
            self.socket = socket
        }
    }

    init(_ near: consuming StreamSocket, _ far: consuming StreamSocket, _ relay: Relay) {
        sockets = [.asking: End(near), .answering: End(far)]
        self.relay = relay
    }

    func begin() {
        for (side, end) in sockets {
            end.watch = try? EventLoop.shared.watch(end.socket.rawValue, for: .readable) {
                [weak self] readiness in self?.handle(side, readiness)
            }
        }
    }

    func resume() {
        for side in Relay.Side.allCases { handle(side, [.readable, .writable]) }
    }

    func close() {
        for end in sockets.values { if let watch = end.watch { EventLoop.shared.unwatch(watch) } }
        sockets = [:]
    }

    private func finish() {
        close()
        relay?.end(self)
    }

    private func handle(_ side: Relay.Side, _ readiness: EventLoop.Readiness) {
        guard let relay, let end = sockets[side] else { return }
        if relay.isHeld {
            // What is ready stays so, and would be told again and again.
            if let watch = end.watch { EventLoop.shared.unwatch(watch) }
            end.watch = nil
            relay.countHeldUp()
            return
        }
        if end.watch == nil { begin() }
        if readiness.contains(.writable) { flush(end, end) }
        guard !readiness.isDisjoint(with: [.readable, .hungUp]),
            let other = sockets[side == .asking ? .answering : .asking]
        else { return }
        do throws(Errno) {
            let bytes = try end.socket.receive(upTo: 64 << 10)
            guard !bytes.isEmpty else { return finish() }
            let allowed = relay.allowance(side, bytes.count)
            other.waiting += bytes.prefix(allowed)
            flush(other, end)
            if allowed < bytes.count {
                relay.countCut()
                finish()
            }
        } catch .wouldBlock {
            return
        } catch {
            finish()
        }
    }

    private func flush(_ end: End, _ source: End) {
        do throws(Errno) {
            while !end.waiting.isEmpty {
                end.waiting.removeFirst(try end.socket.send(end.waiting[...]))
            }
        } catch {
            // There is room again in a moment.
        }
        guard let watch = end.watch else { return }
        try? EventLoop.shared.change(
            watch, to: end.waiting.isEmpty ? .readable : [.readable, .writable])
    }
}
