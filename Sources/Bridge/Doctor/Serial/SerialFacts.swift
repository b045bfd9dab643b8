import Linux

/// A serial port of the configuration, as this machine has it.
struct SerialPortFacts: Hashable, Sendable {
    /// What is at the path.
    enum Place: Hashable, Sendable {
        case nothing
        /// Something that is no terminal.
        case other
        case terminal(SerialDevice)
    }

    /// What its section is called.
    var name: String
    /// The kind of its section.
    var kind = "serial"
    /// What it is called in sentences.
    var title: String
    /// The device, as the configuration names it.
    var path: String
    var place: Place
    /// Whether it is the one that the machine's own Bluetooth is at.
    var isBluetooth = false

    /// Its section's header without brackets.
    var section: String { name.isEmpty ? kind : "\(kind) \(name)" }
}

/// A terminal device, of which nothing was opened.
struct SerialDevice: Hashable, Sendable {
    /// What the kernel calls it, such as `ttyUSB0` or `pts/3`.
    var node: String
    var rights: FileInspection?
    var group: UserGroup?
    /// The kernel's number for its driver, and what drivers of this number are called.
    var major: UInt32?
    var drivers: [String] = []
    /// Whether this user may open it.
    var isOpenToUser = true
    var names = SerialNames()
    /// Whether the kernel writes its messages there.
    var isConsole = false
    /// Whether people can log in there.
    var hasLogin = false

    /// Whether it is one of the screens that the machine's own keyboard switches between.
    var isVirtual: Bool {
        node.hasPrefix("tty") && node.utf8.count > 3
            && node.utf8.dropFirst(3).allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Whether its number depends on what else is plugged in.
    var isNumbered: Bool {
        node.hasPrefix("ttyUSB") || node.hasPrefix("ttyACM")
    }
}

/// What udev knows of a device.
struct SerialNames: Hashable, Sendable {
    /// The name by the adapter's own number, where it has one.
    var byNumber: String?
    /// The name by the socket that it is plugged into.
    var bySocket: String?
    /// The maker and the model, as four hexadecimal digits each.
    var maker: String?
    var model: String?
    /// Whether ModemManager was told that it is no modem.
    var isNoModem = false

    /// The name that stays the same.
    var stable: String? { byNumber ?? bySocket }
}
