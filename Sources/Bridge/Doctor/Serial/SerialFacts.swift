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
    /// What it is called in sentences.
    var title: String
    /// The device, as the configuration names it.
    var path: String
    var place: Place
    /// Whether it is the one that the machine's own Bluetooth is at.
    var isBluetooth = false
}

/// A terminal device, of which nothing was opened.
struct SerialDevice: Hashable, Sendable {
    /// What the kernel calls it, such as `ttyUSB0` or `pts/3`.
    var node: String
    var rights: FileLook?
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

/// What the unit of the service lets it have of serial ports.
struct SerialRights: Hashable, Sendable {
    /// The number of the user that it runs as; nobody's where there is none.
    var user = UInt32.max
    /// Whether it sees the devices of the machine.
    var seesDevices = false
    /// The further groups that it is given.
    var groups: [String] = []
    /// The account that it has.
    var account = "callboard"
    /// The group that it has first of all.
    var firstGroup = "callboard"
    /// The groups that the account is in; systemd gives the service these, too.
    var accountGroups: Set<String> = []
    /// What it may open of what it sees.
    var devices = ServiceDevices()
    /// The drop-in that opens serial ports, to be copied.
    var example: String

    /// Where systemd looks for what was added to the unit.
    static let folder = "/etc/systemd/system/callboard.service.d"

    /// Whether it is in a group.
    func isMember(of group: UserGroup) -> Bool {
        let given = groups + [firstGroup]
        return given.contains { $0 == group.name || $0 == "\(group.number)" }
            || accountGroups.contains(group.name)
    }
}
