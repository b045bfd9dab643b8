import DBus
import Radio

/// A device that is paired, as bluetoothd describes it at the moment.
struct PairedDevice {
    let path: ObjectPath
    let address: String
    let isConnected: Bool
    let phone: PairedPhone

    /// The device with a path, where there is one and it is paired.
    init?(_ path: ObjectPath, in tree: ObjectTree) {
        guard let device = tree[path, BlueZ.device], device.isTrue("Paired"),
            let address = device.text("Address")
        else { return nil }
        self.path = path
        self.address = address
        isConnected = device.isTrue("Connected")
        phone = PairedPhone(address: address, name: device.text("Alias") ?? address)
    }

    /// All of an adapter.
    static func all(in tree: ObjectTree, on adapter: ObjectPath) -> [PairedDevice] {
        tree.paths(having: BlueZ.device, below: adapter).compactMap { PairedDevice($0, in: tree) }
    }

    /// The addresses of devices that are there and not paired.
    static func unpaired(in tree: ObjectTree, on adapter: ObjectPath) -> [String] {
        tree.paths(having: BlueZ.device, below: adapter).compactMap { path in
            let device = tree[path, BlueZ.device]
            return device?["Paired"]?.asBool == false ? device?.text("Address") : nil
        }
    }
}
