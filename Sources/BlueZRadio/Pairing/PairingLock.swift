import DBus
import Linux

/// Keeps an adapter closed to pairing, and sets it back to what it was before when we leave, also
/// after a kill.
@LoopActor
final class PairingLock {
    private let daemon: BlueZDaemon
    private let memory: RadioMemory
    private let advise: @LoopActor (String) -> Void
    private var closed: ObjectPath?
    /// How adapters were set when they were first changed, by address, in case it cannot be noted.
    private var originals: [String: Bool] = [:]

    /// - Parameter advise: takes what a person should know.
    init(
        _ daemon: BlueZDaemon, _ memory: RadioMemory,
        advise: @escaping @LoopActor (String) -> Void
    ) {
        self.daemon = daemon
        self.memory = memory
        self.advise = advise
    }

    /// Closes the adapter, once each time it appears.
    func close(_ adapter: ObjectPath, exceptIn window: PairingWindow?) {
        guard closed != adapter else { return }
        closed = adapter
        restoreOthers(than: adapter)
        guard daemon.tree[adapter, BlueZ.adapter]?.isTrue("Pairable") == true else { return }
        do throws(MemoryError) {
            try note(adapter)
        } catch {
            advise("\(error); the adapter stays closed to pairing should this run be killed")
        }
        if window?.isOpen != true {
            daemon.set(adapter, BlueZ.adapter, "Pairable", to: .bool(false))
        }
    }

    /// Notes how an adapter is set, before anything is changed about it; what was noted before, also
    /// by an earlier run that was killed, holds still.
    func note(_ adapter: ObjectPath) throws(MemoryError) {
        guard let properties = daemon.tree[adapter, BlueZ.adapter],
            let address = properties.text("Address")
        else { return }
        let isPairable = originals[address] ?? properties.isTrue("Pairable")
        originals[address] = isPairable
        try memory.keep(RadioMemory.Before(adapter: address, isPairable: isPairable))
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
            let address = daemon.tree[adapter, BlueZ.adapter]?.text("Address")
        else { return done() }
        let note = (try? memory.before())?.first { $0.adapter == address }
        guard let isPairable = note?.isPairable ?? originals[address] else { return done() }
        restore(adapter, address, to: isPairable, done)
    }

    /// An earlier run that was killed may have changed other adapters.
    private func restoreOthers(than ours: ObjectPath) {
        let notes = (try? memory.before()) ?? []
        for adapter in daemon.tree.paths(having: BlueZ.adapter) where adapter != ours {
            let address = daemon.tree[adapter, BlueZ.adapter]?.text("Address")
            guard let note = notes.first(where: { $0.adapter == address }) else { continue }
            restore(adapter, note.adapter, to: note.isPairable) {}
        }
    }

    private func restore(
        _ adapter: ObjectPath, _ address: String, to isPairable: Bool,
        _ done: @escaping @LoopActor () -> Void
    ) {
        daemon.set(adapter, BlueZ.adapter, "Pairable", to: .bool(isPairable)) { [self] result in
            if result.error == nil {
                originals[address] = nil
                try? memory.wasRestored(address)
            }
            done()
        }
    }
}
