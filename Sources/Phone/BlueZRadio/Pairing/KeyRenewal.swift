import DBus
import Linux
import Radio

/// A phone that had forgotten this host pairs with it again, while bluetoothd still has the old
/// bond and says nothing of the new one: what tells is that the phone lets itself be subscribed,
/// which it does over an encrypted link alone, or that it stays for longer than pairing can take.
@LoopActor
final class KeyRenewal {
    /// Pairing that does not go on for 30 s has failed, and the link ends (Core Specification 3.H.3.4).
    private static let patience: Duration = .seconds(35)

    let device: ObjectPath
    private let need: ServiceNeed
    private let daemon: BlueZDaemon
    /// Hears of it, once.
    private weak var window: PairingWindow?
    private let alarm = Alarm()
    private var wasNotifying: Bool

    init(
        of device: ObjectPath, _ need: ServiceNeed, _ daemon: BlueZDaemon,
        for window: PairingWindow
    ) {
        self.device = device
        self.need = need
        self.daemon = daemon
        self.window = window
        wasNotifying = Self.isNotifying(device, need, in: daemon.tree)
        alarm.set(after: Self.patience, for: self) { $0.succeed() }
    }

    /// Looks at the phone anew.
    func look() {
        guard PairedDevice(device, in: daemon.tree)?.isConnected == true else {
            // It may come back with the new keys.
            alarm.cancel()
            wasNotifying = false
            return
        }
        let isNotifying = Self.isNotifying(device, need, in: daemon.tree)
        if isNotifying, !wasNotifying { return succeed() }
        wasNotifying = isNotifying
    }

    private func succeed() {
        let window = window
        self.window = nil
        window?.hasNewKeys(device)
    }

    /// Whether a phone is subscribed.
    static func isNotifying(
        _ device: ObjectPath, _ need: ServiceNeed, in tree: ObjectTree
    ) -> Bool {
        guard let service = FoundService(need, of: device, in: tree) else { return false }
        return need.required.contains { characteristic in
            service[characteristic].flatMap { tree[$0, BlueZ.characteristic] }?
                .isTrue("Notifying") == true
        }
    }
}
