import Linux

/// A configured serial port, as found on this host.
struct SerialPortFacts: Hashable, Sendable {
    /// Kind of file at the path.
    enum Place: Hashable, Sendable {
        case nothing
        /// A file that is not a terminal.
        case other
        case terminal(SerialDevice)
    }

    /// Name in the header of its section; empty if the header is the kind alone.
    var name: String
    /// First word in the header of its section: `serial` or `console`.
    var kind = "serial"
    /// Name for messages.
    var title: String
    /// Configured device.
    var path: String
    var place: Place
    /// Whether the host's own Bluetooth uses the port.
    var isBluetooth = false

    /// Header of its section without brackets.
    var section: String { name.isEmpty ? kind : "\(kind) \(name)" }
}

/// A terminal device, examined without opening it.
struct SerialDevice: Hashable, Sendable {
    /// Kernel name, such as `ttyUSB0` or `pts/3`.
    var node: String
    var rights: FileInspection?
    var group: UserGroup?
    /// Major number of its driver, and the names of drivers with this number.
    var major: UInt32?
    var drivers: [String] = []
    /// Whether this user may open it.
    var isOpenToUser = true
    var names = SerialNames()
    /// Whether the kernel prints messages on it.
    var isConsole = false
    /// Whether it has a login prompt.
    var hasLogin = false

    /// Whether it is a virtual console of the host.
    var isVirtual: Bool {
        node.hasPrefix("tty") && node.utf8.count > 3
            && node.utf8.dropFirst(3).allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Whether its number depends on other connected devices.
    var isNumbered: Bool {
        node.hasPrefix("ttyUSB") || node.hasPrefix("ttyACM")
    }
}

/// Data of udev about a device.
struct SerialNames: Hashable, Sendable {
    /// Name by the adapter's serial number, if it has one.
    var byNumber: String?
    /// Name by the USB socket.
    var bySocket: String?
    /// Vendor and model, as four hexadecimal digits each.
    var maker: String?
    var model: String?
    /// Whether udev tells ModemManager to ignore it.
    var isNoModem = false

    /// A name that does not change.
    var stable: String? { byNumber ?? bySocket }
}
