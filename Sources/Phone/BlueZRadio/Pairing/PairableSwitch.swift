import DBus
import Linux

/// Whether an adapter lets itself be paired, one wish after the other: bluetoothd refuses to set a
/// property while it still sets it.
@LoopActor
final class PairableSwitch {
    /// How often and how soon a bluetoothd that is busy is asked again to close.
    private static let attempts = 5
    private static let pause: Duration = .milliseconds(100)

    private let daemon: BlueZDaemon
    private let adapter: ObjectPath
    private var isOpening = false
    private var isClosing = false
    /// Tells the one that closes it that it is open.
    private let opened = Mailbox<Void>()

    init(_ daemon: BlueZDaemon, _ adapter: ObjectPath) {
        self.daemon = daemon
        self.adapter = adapter
    }

    /// Lets the adapter be paired; false where it is to be closed already.
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

    /// Lets it be paired no more, as soon as it is open.
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
