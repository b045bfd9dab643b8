import DBus
import Linux

/// Whether an adapter lets itself be paired, one wish after the other: bluetoothd refuses to set a
/// property while it still sets it.
@LoopActor
final class PairingDoor {
    /// How often and how soon a bluetoothd that is busy is asked again to close.
    private static let attempts = 5
    private static let pause: Duration = .milliseconds(100)

    private let daemon: BlueZDaemon
    private let adapter: ObjectPath
    private var isOpening = false
    private var isClosing = false
    /// Waits until it is open.
    private var closing: (@LoopActor () -> Void)?

    init(_ daemon: BlueZDaemon, _ adapter: ObjectPath) {
        self.daemon = daemon
        self.adapter = adapter
    }

    /// Lets the adapter be paired.
    func open(_ done: @escaping @LoopActor (BusError?) -> Void) {
        guard !isClosing else { return }
        isOpening = true
        set(true) { [self] error in
            isOpening = false
            guard let closing else { return done(error) }
            self.closing = nil
            close(attempts: Self.attempts, closing)
        }
    }

    /// Lets it be paired no more, as soon as it is open.
    func close(_ done: @escaping @LoopActor () -> Void) {
        isClosing = true
        if isOpening {
            closing = done
        } else {
            close(attempts: Self.attempts, done)
        }
    }

    private func close(attempts: Int, _ done: @escaping @LoopActor () -> Void) {
        set(false) { [self] error in
            guard case .remote = error, attempts > 1,
                daemon.tree[adapter, BlueZ.adapter] != nil
            else { return done() }
            EventLoop.shared.after(Self.pause) { [self] in close(attempts: attempts - 1, done) }
        }
    }

    private func set(_ isOn: Bool, _ done: @escaping @LoopActor (BusError?) -> Void) {
        daemon.set(adapter, BlueZ.adapter, "Pairable", to: .bool(isOn)) { done($0.error) }
    }
}
