import DBus
import Linux
import Radio

/// Handling of bonds older than the window: their phones may pair again, or the bonds may be taken
/// over.
extension PairingWindow {
    /// Follows phones with bonds older than this window, which may try to pair again.
    func lookForFailure() {
        let devices = PairedDevice.all(in: daemon.tree, on: adapter).filter(isOfOldBond)
        // Without a number, bluetoothd does not ask about a phone with a bond, and refuses it.
        failures.look(
            at: Dictionary(devices.map { ($0.path, $0.isConnected) }) { $0 || $1 },
            followsAll: policy.method == .confirm)
    }

    /// Returns whether a phone was paired here before this window.
    func isOfOldBond(_ device: PairedDevice) -> Bool {
        known.contains(device.address) && parts.phones.contains(device.address)
    }

    /// Handles a phone that disconnected and apparently has not paired again.
    func failed(_ path: ObjectPath, _ hasTried: Bool) {
        guard policy.isWide else { return }
        // It may only have connected briefly while another phone pairs.
        if renewal?.device == path { renewal = nil }
        take(.left(path))
        take(.failed(path, hasTried: hasTried))
    }

    /// Removes an older bond; the phone counts as new from then on.
    func forget(_ path: ObjectPath) {
        guard let device = PairedDevice(path, in: daemon.tree), removed.insert(path).inserted
        else { return }
        known.remove(device.address)
        LoopActor.begin { [self] in
            do throws(BusError) {
                _ = try await daemon.call(adapter, BlueZ.adapter, "RemoveDevice", [.path(path)])
            } catch {
                removed.remove(path)
                known.insert(device.address)
            }
        }
    }

    /// Asks the user whether to take over a bond older than this window.
    func offerAdoption(of device: PairedDevice) {
        // A host may have other devices than phones.
        guard policy.isWide, device.isConnected, offered[device.path] == nil,
            renewal?.device != device.path, parts.phones.isKnown,
            !parts.phones.contains(device.address),
            FoundService(parts.need, of: device.path, in: daemon.tree) != nil
        else { return }
        offered[device.path] = device
        take(.foundOlder(device.path))
    }

    /// Watches a phone that the user admitted.
    ///
    /// If bluetoothd already has its bond, only a working link proves that it was paired again.
    func lookOut(for path: ObjectPath) {
        guard let device = PairedDevice(path, in: daemon.tree), known.contains(device.address)
        else { return }
        renewal = KeyRenewal(of: path, parts.need, daemon, for: self)
    }

    func hasNewKeys(_ path: ObjectPath) {
        guard PairedDevice(path, in: daemon.tree) != nil else { return }
        failures.stop()
        take(.renewed(path))
    }

    func isSubscribed(_ path: ObjectPath) -> Bool {
        KeyRenewal.isNotifying(path, parts.need, in: daemon.tree)
    }
}
