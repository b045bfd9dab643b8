import Linux

/// Kind of an adapter, without values unique to one device.
struct AdapterIdentity: Hashable, Sendable {
    /// Vendor and product on USB.
    struct USB: Hashable, Sendable, CustomStringConvertible {
        let vendor: Int
        let product: Int

        var description: String {
            [vendor, product].map { $0.padded(to: 4, radix: 16) }.joined(separator: ":")
        }
    }

    /// Maximum number of adapters.
    static let limit = 16

    let name: String
    var usb: USB?
    /// Device tree name of an adapter that is not on USB.
    var board: String?
    /// Kernel driver.
    var driver: String?
    /// Manufacturer and Bluetooth version as numbered by the Bluetooth SIG; bluetoothd or the kernel reports them.
    var manufacturer: Int?
    var version: Int?

    init(name: String) {
        self.name = name
    }

    /// Returns the adapters of the host, as sysfs describes them.
    static func all(_ files: HostFiles) -> [AdapterIdentity] {
        (0..<limit).compactMap { number in
            let name = "hci\(number)"
            let folder = "/sys/class/bluetooth/\(name)"
            guard files.exists(folder) else { return nil }
            var adapter = AdapterIdentity(name: name)
            adapter.usb = files.line(folder + "/device/modalias").flatMap(USB.init(modalias:))
            for line in (files.read(folder + "/device/uevent").text ?? "").split(separator: "\n") {
                let parts = line.split(separator: "=", maxSplits: 1)
                guard parts.count == 2 else { continue }
                switch parts[0] {
                case "DRIVER": adapter.driver = String(parts[1])
                case "OF_COMPATIBLE_0": adapter.board = String(parts[1])
                default: break
                }
            }
            return adapter
        }
    }

    /// What the adapter is, for messages: its USB identifiers, device tree name or driver.
    var words: String {
        if let usb { return "USB \(usb)" }
        return board ?? driver ?? "no device on USB"
    }
}

extension AdapterIdentity.USB {
    /// Parses the start of a kernel modalias: `usb:v8087p0033d0000…`.
    init?(modalias: String) {
        let bytes = Array(modalias.utf8)
        guard modalias.hasPrefix("usb:v"), bytes.count >= 14, bytes[9] == UInt8(ascii: "p"),
            let vendor = Int(String(decoding: bytes[5..<9], as: UTF8.self), radix: 16),
            let product = Int(String(decoding: bytes[10..<14], as: UTF8.self), radix: 16)
        else { return nil }
        self.init(vendor: vendor, product: product)
    }
}
