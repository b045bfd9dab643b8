import DBus
import Linux

/// Pairable property of an adapter, set by one call at a time: bluetoothd refuses to set a property
/// while a previous call still sets it.
@LoopActor
final class PairableSwitch {
    /// Number of attempts, and the pause between them, to close pairing while bluetoothd is busy.
    private static let attempts = 5
    private static let pause: Duration = .milliseconds(100)

    private let daemon: BlueZDaemon
    private let adapter: ObjectPath
    private var isOpening = false
    private var isClosing = false
    /// Signals to `close` that opening has ended.
    private let opened = Mailbox<Void>()

    init(_ daemon: BlueZDaemon, _ adapter: ObjectPath) {
        self.daemon = daemon
        self.adapter = adapter
    }

    /// Allows pairing; returns false if `close` was called before or meanwhile.
    func open() async throws(BusError) -> Bool {
        guard !isClosing else { return false }
        isOpening = true
        do throws(BusError) {
            try await set(true)
        } catch {
            isOpening = false
            guard isClosing else { throw error }
        }
        isOpening = false
        if isClosing { opened.post(()) }
        return !isClosing
    }

    /// Disallows pairing, as soon as a pending opening has ended.
    func close() async {
        isClosing = true
        if isOpening { _ = await opened.next() }
        for attempt in 1...Self.attempts {
            do throws(BusError) {
                return try await set(false)
            } catch .remote where attempt < Self.attempts {
                guard daemon.tree[adapter, BlueZ.adapter] != nil else { return }
                await EventLoop.pause(Self.pause)
            } catch {
                return
            }
        }
    }

    private func set(_ isOn: Bool) async throws(BusError) {
        try await daemon.set(adapter, pairable: isOn)
    }
}
