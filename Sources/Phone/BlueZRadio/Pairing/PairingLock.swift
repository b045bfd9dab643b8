import DBus
import Linux
import Radio

/// Keeps an adapter closed to pairing, and sets it back to what it was before when we leave, also
/// after a kill.
@LoopActor
final class PairingLock {
    /// How often another program that opens the adapter is answered within this time.
    private static let closings = (count: 3, time: Duration.seconds(60))

    private let daemon: BlueZDaemon
    private let memory: MemoryFolder
    private weak let owner: (any PartOwner)?
    private var closed: ObjectPath?
    /// How adapters were set when they were first changed, by address, in case it cannot be noted.
    private var originals: [String: Bool] = [:]
    /// Whether the adapter was open to pairing when it was looked at last.
    private var wasOpen = false
    /// When it was closed because another program had opened it.
    private var closings: [Duration] = []
    /// Whether a person knows of that program.
    private var hasAdvised = false
    /// Runs before the adapter is looked at again.
    private let alarm = Alarm()
    private weak var window: PairingWindow?

    /// - Parameter owner: takes what a person should know.
    init(_ daemon: BlueZDaemon, _ memory: MemoryFolder, for owner: (any PartOwner)?) {
        self.daemon = daemon
        self.memory = memory
        self.owner = owner
    }

    /// Closes the adapter when it appears, and when another program has opened it: bluetoothd does
    /// that for each agent that becomes the default one.
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
            owner?.advise("\(error); the adapter stays closed to pairing should this run be killed")
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
        // Two programs that undo each other's doing for ever would help nobody.
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

    /// Notes how an adapter is set, before anything is changed about it; what was noted before, also
    /// by an earlier run that was killed, holds still.
    func note(_ adapter: ObjectPath) throws(MemoryError) {
        guard let properties = daemon.tree[adapter, BlueZ.adapter],
            let address = properties.text("Address")
        else { return }
        let isPairable = originals[address] ?? properties.isTrue("Pairable")
        originals[address] = isPairable
        try memory.keep(MemoryFolder.Before(adapter: address, isPairable: isPairable))
    }

    /// An adapter that was unplugged is closed anew when it is back.
    func forgetGone() {
        if let closed, daemon.tree[closed, BlueZ.adapter] == nil { self.closed = nil }
    }

    /// bluetoothd is gone; what it is told to be is told anew.
    func vanished() { closed = nil }

    /// Sets the adapter back to what it was.
    func restore() async {
        alarm.cancel()
        guard let adapter = closed,
            let address = daemon.tree[adapter, BlueZ.adapter]?.text("Address")
        else { return }
        let note = (try? memory.before())?.first { $0.adapter == address }
        guard let isPairable = note?.isPairable ?? originals[address] else { return }
        await restore(adapter, address, to: isPairable)
    }

    /// An earlier run that was killed may have changed other adapters.
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
            // What was noted holds for the next run.
        }
    }
}
