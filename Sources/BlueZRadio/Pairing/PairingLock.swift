import DBus
import Linux

/// Keeps an adapter closed to pairing, and sets it back to what it was before when we leave, also
/// after a kill.
@LoopActor
final class PairingLock {
    private let daemon: BlueZDaemon
    private let memory: RadioMemory
    private var closed: ObjectPath?

    init(_ daemon: BlueZDaemon, _ memory: RadioMemory) {
        self.daemon = daemon
        self.memory = memory
    }

    /// Closes the adapter, once each time it appears.
    func close(_ adapter: ObjectPath, exceptIn window: PairingWindow?) {
        guard closed != adapter else { return }
        closed = adapter
        guard let properties = daemon.tree[adapter, BlueZ.adapter],
            let address = properties.text("Address"), properties.isTrue("Pairable")
        else { return }
        // What an earlier run noted and could not set back holds still.
        try? memory.keep(RadioMemory.Before(adapter: address, isPairable: true))
        if window?.isOpen != true {
            daemon.set(adapter, BlueZ.adapter, "Pairable", to: .bool(false))
        }
    }

    /// An adapter that was unplugged is closed anew when it is back.
    func forgetGone() {
        if let closed, daemon.tree[closed, BlueZ.adapter] == nil { self.closed = nil }
    }

    /// bluetoothd is gone; what it is told to be is told anew.
    func vanished() { closed = nil }

    /// Sets the adapter back to what it was.
    func restore(_ done: @escaping @LoopActor () -> Void) {
        guard let adapter = closed,
            let address = daemon.tree[adapter, BlueZ.adapter]?.text("Address"),
            let before = (try? memory.before())?.first(where: { $0.adapter == address })
        else { return done() }
        daemon.set(adapter, BlueZ.adapter, "Pairable", to: .bool(before.isPairable)) {
            [memory] result in
            if result.error == nil { try? memory.wasRestored(address) }
            done()
        }
    }
}
