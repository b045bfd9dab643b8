import Linux

/// What an adapter is, without a word or number that only one of its kind has.
struct AdapterIdentity: Hashable, Sendable {
    /// Who made a device on USB, and which one it is.
    struct USB: Hashable, Sendable, CustomStringConvertible {
        let vendor: Int
        let product: Int

        var description: String {
            [vendor, product].map { $0.padded(to: 4, radix: 16) }.joined(separator: ":")
        }
    }

    /// Adapters that are looked at.
    static let limit = 16

    let name: String
    var usb: USB?
    /// What a board's description calls an adapter that is no device on USB.
    var board: String?
    /// The kernel's driver for it.
    var driver: String?
    /// The manufacturer and the version of Bluetooth, as Bluetooth numbers them.
    var manufacturer: Int?
    var version: Int?

    init(name: String) {
        self.name = name
    }

    /// The adapters of a machine, by what the kernel says of each in its files.
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

    /// What people call it.
    var words: String {
        if let usb { return "USB \(usb)" }
        return board ?? driver ?? "no device on USB"
    }
}

extension AdapterIdentity.USB {
    /// Reads the beginning of what the kernel finds a driver by: `usb:v8087p0033d0000…`.
    init?(modalias: String) {
        let bytes = Array(modalias.utf8)
        guard modalias.hasPrefix("usb:v"), bytes.count >= 14, bytes[9] == UInt8(ascii: "p"),
            let vendor = Int(String(decoding: bytes[5..<9], as: UTF8.self), radix: 16),
            let product = Int(String(decoding: bytes[10..<14], as: UTF8.self), radix: 16)
        else { return nil }
        self.init(vendor: vendor, product: product)
    }
}
