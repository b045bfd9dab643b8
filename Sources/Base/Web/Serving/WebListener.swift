internal import Linux

/// A listening socket of the server.
@LoopActor
final class WebListener {
    private let socket: ListeningSocket
    private let take: @LoopActor (consuming StreamSocket) -> Void
    private var watch: EventLoop.WatchID?
    private let pause: Alarm

    init(
        at place: WebPlace, pace: Pace?,
        _ take: @escaping @LoopActor (consuming StreamSocket) -> Void
    ) throws(SocketError) {
        pause = Alarm(on: pace)
        let name: String
        switch place {
        case .network(let place):
            socket = try ListeningSocket(at: place)
            name = place.text
        case .socket(let place):
            socket = try ListeningSocket(at: place)
            name = place.path
        }
        self.take = take
        do throws(Errno) {
            watch = try EventLoop.shared.watch(socket.rawValue, for: .readable) { [weak self] _ in
                self?.accept()
            }
        } catch {
            throw .failed(name, error)
        }
    }

    isolated deinit {
        if let watch { EventLoop.shared.unwatch(watch) }
    }

    /// The port of a network socket.
    var port: UInt16? { socket.port }

    private func accept() {
        for _ in 0..<WebLimits.acceptedPerTurn {
            do throws(Errno) {
                guard let connection = try socket.accept() else { return }
                take(connection)
            } catch {
                return rest()
            }
        }
    }

    /// Pauses accepting: a connection that cannot be accepted would keep the loop awake.
    private func rest() {
        guard let watch, !pause.isSet else { return }
        try? EventLoop.shared.change(watch, to: [])
        pause.set(after: WebLimits.pause) { [weak self] in
            guard let watch = self?.watch else { return }
            try? EventLoop.shared.change(watch, to: .readable)
        }
    }
}
