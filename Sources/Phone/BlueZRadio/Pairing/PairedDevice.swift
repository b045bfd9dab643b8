import DBus
import Radio

/// A paired device in bluetoothd.
struct PairedDevice {
    let path: ObjectPath
    let address: String
    let isConnected: Bool
    let phone: PairedPhone

    /// Returns nil if there is no device with this path, or it is not paired.
    init?(_ path: ObjectPath, in tree: ObjectTree) {
        guard let device = tree[path, BlueZ.device], device.isTrue("Paired"),
            let address = device.text("Address")
        else { return nil }
        self.path = path
        self.address = address
        isConnected = device.isTrue("Connected")
        phone = PairedPhone(address: address, name: device.text("Alias") ?? address)
    }

    /// Returns all paired devices of an adapter.
    static func all(in tree: ObjectTree, on adapter: ObjectPath) -> [PairedDevice] {
        tree.paths(having: BlueZ.device, below: adapter).compactMap { PairedDevice($0, in: tree) }
    }

    /// Returns the addresses of devices that exist and are not paired.
    static func unpaired(in tree: ObjectTree, on adapter: ObjectPath) -> [String] {
        tree.paths(having: BlueZ.device, below: adapter).compactMap { path in
            let device = tree[path, BlueZ.device]
            return device?["Paired"]?.asBool == false ? device?.text("Address") : nil
        }
    }
}
