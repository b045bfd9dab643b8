import DBus
import Linux
import Radio

/// Detection of new keys for a phone that had forgotten this host.
///
/// bluetoothd still has the old bond and does not report the new one. The proof is a subscription,
/// which the phone permits only over an encrypted link, or a connection longer than pairing can
/// take.
@LoopActor
final class KeyRenewal {
    /// Connection time that proves new keys: a pairing without progress fails after 30 s, and the
    /// link ends (Core Specification 3.H.3.4).
    private static let patience: Duration = .seconds(35)

    let device: ObjectPath
    private let need: ServiceNeed
    private let daemon: BlueZDaemon
    /// Window that is informed, once.
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

    /// Checks the phone again.
    func look() {
        guard PairedDevice(device, in: daemon.tree)?.isConnected == true else {
            // The phone may reconnect with the new keys.
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

    /// Returns whether there is a subscription to the phone.
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
