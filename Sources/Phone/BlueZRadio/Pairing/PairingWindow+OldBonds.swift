import DBus
import Linux
import Radio

/// Phones whose bonds are older than the window: they may pair again, or be taken over.
extension PairingWindow {
    /// Follows phones whose bonds are older than this window, and which may try to pair again.
    func lookForFailure() {
        let devices = PairedDevice.all(in: daemon.tree, on: adapter).filter(isOfOldBond)
        // Without a number bluetoothd asks nobody about a phone that it has a bond with, and refuses it.
        failures.look(
            at: Dictionary(devices.map { ($0.path, $0.isConnected) }) { $0 || $1 },
            followsAll: policy.method == .confirm)
    }

    /// Whether a phone was paired here before this window.
    func isOfOldBond(_ device: PairedDevice) -> Bool {
        known.contains(device.address) && parts.phones.contains(device.address)
    }

    /// A phone has gone without having paired again, as far as is known.
    func failed(_ path: ObjectPath, _ hasTried: Bool) {
        guard policy.isWide else { return }
        // It may only have passed by while another one pairs.
        if renewal?.device == path { renewal = nil }
        take(.left(path))
        take(.failed(path, hasTried: hasTried))
    }

    /// Removes an older bond; the phone is a new one from then on.
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

    /// A phone whose bond is older than this window may be taken over, if a person says so.
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

    /// A person let this phone in; one whose bond bluetoothd has already shows in no other way that
    /// it is paired again than that it works.
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
