import DBus
import Linux
import Radio

/// Lock that keeps an adapter closed to pairing.
///
/// The original setting is restored on exit, or after a kill by the next run.
@LoopActor
final class PairingLock {
    /// Maximum number of times within `time` that an adapter opened by another program is closed.
    private static let closings = (count: 3, time: Duration.seconds(60))

    private let daemon: BlueZDaemon
    private let memory: MemoryFolder
    private weak let owner: (any PartOwner)?
    private var closed: ObjectPath?
    /// Original settings of adapters by address, in case they cannot be stored.
    private var originals: [String: Bool] = [:]
    /// Whether the adapter was open to pairing at the last check.
    private var wasOpen = false
    /// Times at which it was closed because another program had opened it.
    private var closings: [Duration] = []
    /// Whether the user was informed about that program.
    private var hasAdvised = false
    /// Runs before the adapter is checked again.
    private let alarm = Alarm()
    private weak var window: PairingWindow?

    /// - Parameter owner: receives advice.
    init(_ daemon: BlueZDaemon, _ memory: MemoryFolder, for owner: (any PartOwner)?) {
        self.daemon = daemon
        self.memory = memory
        self.owner = owner
    }

    /// Closes the adapter when it appears, and when another program has opened it: bluetoothd opens
    /// it for each agent that becomes the default.
    func close(_ adapter: ObjectPath, exceptIn window: PairingWindow?) {
        self.window = window
        guard closed != adapter else { return keepClosed(adapter) }
        closed = adapter
        wasOpen = isOpen(adapter)
        restoreOthers(than: adapter)
        guard daemon.tree[adapter, BlueZ.adapter]?.isTrue("Pairable") == true else { return }
        do throws(MemoryError) {
            try note(adapter)
        } catch {
            owner?.advise("\(error); if this run is killed, the adapter stays closed to pairing")
        }
        if window?.isOpen != true {
            LoopActor.begin { [daemon] in _ = try? await daemon.set(adapter, pairable: false) }
        }
    }

    private func isOpen(_ adapter: ObjectPath) -> Bool {
        daemon.tree[adapter, BlueZ.adapter]?.isTrue("Pairable") == true
    }

    private func keepClosed(_ adapter: ObjectPath) {
        let isOpen = isOpen(adapter)
        defer { wasOpen = isOpen }
        guard isOpen, !wasOpen, window?.isOver ?? true else { return }
        // Two programs that repeatedly undo each other's changes are of no use.
        let now = EventLoop.now
        closings.removeAll { now - $0 >= Self.closings.time }
        if closings.count >= Self.closings.count, let first = closings.first {
            lookAgain(at: adapter, after: first + Self.closings.time - now)
            guard !hasAdvised else { return }
            hasAdvised = true
            owner?.advise(
                "another program on this host keeps the adapter open to pairing, such as a "
                    + "desktop's Bluetooth settings or bluetoothctl; it is closed again each minute"
            )
            return
        }
        closings.append(now)
        LoopActor.begin { [self] in
            guard (try? await daemon.set(adapter, pairable: false)) == nil else { return }
            lookAgain(at: adapter, after: .seconds(1))
        }
    }

    private func lookAgain(at adapter: ObjectPath, after pause: Duration) {
        alarm.set(after: pause, for: self) { lock in
            guard lock.closed == adapter else { return }
            lock.wasOpen = false
            if !lock.isOpen(adapter) { lock.hasAdvised = false }
            lock.keepClosed(adapter)
        }
    }

    /// Stores the original setting of an adapter.
    ///
    /// Settings stored before, also by an earlier run that was killed, are kept.
    func note(_ adapter: ObjectPath) throws(MemoryError) {
        guard let properties = daemon.tree[adapter, BlueZ.adapter],
            let address = properties.text("Address")
        else { return }
        let isPairable = originals[address] ?? properties.isTrue("Pairable")
        originals[address] = isPairable
        try memory.keep(MemoryFolder.Before(adapter: address, isPairable: isPairable))
    }

    /// Forgets an unplugged adapter, so that it is closed again when it returns.
    func forgetGone() {
        if let closed, daemon.tree[closed, BlueZ.adapter] == nil { self.closed = nil }
    }

    /// Resets the state after bluetoothd is gone, so that the setting is repeated.
    func vanished() { closed = nil }

    /// Restores the original setting of the adapter.
    func restore() async {
        alarm.cancel()
        guard let adapter = closed,
            let address = daemon.tree[adapter, BlueZ.adapter]?.text("Address")
        else { return }
        let note = (try? memory.before())?.first { $0.adapter == address }
        guard let isPairable = note?.isPairable ?? originals[address] else { return }
        await restore(adapter, address, to: isPairable)
    }

    /// Restores other adapters, which an earlier run that was killed may have changed.
    private func restoreOthers(than ours: ObjectPath) {
        let notes = (try? memory.before()) ?? []
        for adapter in daemon.tree.paths(having: BlueZ.adapter) where adapter != ours {
            let address = daemon.tree[adapter, BlueZ.adapter]?.text("Address")
            guard let note = notes.first(where: { $0.adapter == address }) else { continue }
            LoopActor.begin { [self] in
                await restore(adapter, note.adapter, to: note.isPairable)
            }
        }
    }

    private func restore(_ adapter: ObjectPath, _ address: String, to isPairable: Bool) async {
        do throws(BusError) {
            try await daemon.set(adapter, pairable: isPairable)
            originals[address] = nil
            try? memory.wasRestored(address)
        } catch {
            // The stored setting is kept for the next run.
        }
    }
}
