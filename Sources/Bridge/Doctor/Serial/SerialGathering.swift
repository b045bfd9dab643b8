import Linux

extension SerialPortFacts {
    /// Looks at a port without opening it: many boards start anew when somebody opens theirs.
    ///
    /// - Parameter hasOwnBluetooth: whether the board is a Raspberry Pi whose Bluetooth is on.
    init(_ target: SerialTarget, _ files: HostFiles, hasOwnBluetooth: Bool) {
        let path = target.port.device
        name = target.name
        title = target.title
        self.path = path
        place = Place(path, files)
        let real = files.canonicalPath(path)
        let ofBoard = "/dev/serial1"
        if hasOwnBluetooth {
            isBluetooth =
                path == ofBoard
                || files.exists(ofBoard) && real == files.canonicalPath(ofBoard)
        }
        guard !isBluetooth, case .terminal(let device) = place else { return }
        isBluetooth = Self.bluetoothAdapters.contains { number in
            files.canonicalPath("/sys/class/bluetooth/hci\(number)")
                .contains("/tty/\(device.node)/")
        }
    }

    private static let bluetoothAdapters = 0..<8

    /// What can be a port of this machine now, by the names that stay the same.
    ///
    /// - Parameter pins: the port of the board itself.
    static func connected(_ files: HostFiles, pins: String = "/dev/serial0") -> [String] {
        var found = files.exists(pins) ? [pins] : []
        for kind in ["ttyUSB", "ttyACM"] {
            for number in 0..<adapterLimit {
                let node = "\(kind)\(number)"
                guard files.exists("/sys/class/tty/\(node)") else { continue }
                found.append(SerialNames(of: node, files).stable ?? "/dev/\(node)")
            }
        }
        return found
    }

    /// Adapters of one kind that are looked for.
    private static let adapterLimit = 64
}

extension SerialPortFacts.Place {
    fileprivate init(_ path: String, _ files: HostFiles) {
        guard files.exists(path) else {
            self = .nothing
            return
        }
        let real = files.canonicalPath(path)
        let node = String(real.dropFirst("/dev/".count))
        let isTerminal =
            real.hasPrefix("/dev/pts/")
            || (real.hasPrefix("/dev/") && files.exists("/sys/class/tty/\(node)"))
        self = isTerminal ? .terminal(SerialDevice(node, files)) : .other
    }
}

extension SerialDevice {
    fileprivate init(_ node: String, _ files: HostFiles) {
        self.node = node
        let path = "/dev/\(node)"
        rights = files.look(path)
        group = files.group(of: path)
        if let rights {
            let isMember = group.map { CurrentProcess.isMember(of: $0.number) } ?? false
            isOpenToUser =
                CurrentProcess.isRoot || rights.lets(CurrentProcess.user, isMember: isMember)
        }
        guard !node.hasPrefix("pts/") else { return }
        names = SerialNames(of: node, files)
        takeDriver(files)
        isConsole = Self.consoles(files).contains(node)
        hasLogin = Self.loginPlaces.contains { place in
            files.exists("\(place)/serial-getty@\(node).service")
        }
    }

    /// Where the kernel writes its messages, and where it was told to.
    private static func consoles(_ files: HostFiles) -> Set<String> {
        let active = (files.read("/proc/consoles").text ?? "").split(whereSeparator: \.isNewline)
            .compactMap { $0.split(separator: " ").first.map(String.init) }
        let words = (files.read("/proc/cmdline").text ?? "").split(whereSeparator: \.isWhitespace)
        let told = words.filter { $0.hasPrefix("console=") }.map { word in
            String(word.dropFirst("console=".count).prefix { $0 != "," })
        }
        return Set(active + told)
    }

    /// Where a login prompt is that is enabled, made for the kernel's console, or running.
    private static let loginPlaces = [
        "/etc/systemd/system/getty.target.wants", "/run/systemd/generator/getty.target.wants",
        #"/sys/fs/cgroup/system.slice/system-serial\x2dgetty.slice"#,
        #"/sys/fs/cgroup/systemd/system.slice/system-serial\x2dgetty.slice"#,
    ]
}

extension FileLook {
    /// Whether a user may read and write, who is no administrator.
    func lets(_ user: UInt32, isMember: Bool) -> Bool {
        if owner == user { return mode & 0o600 == 0o600 }
        if isMember { return mode & 0o060 == 0o060 }
        return mode & 0o006 == 0o006
    }
}

extension SerialNames {
    /// Reads what udev keeps of a device.
    init(of node: String, _ files: HostFiles) {
        guard let number = files.line("/sys/class/tty/\(node)/dev"),
            number.utf8.allSatisfy({ (0x30...0x3A).contains($0) }),
            let record = files.read("/run/udev/data/c\(number)").text
        else { return }
        for line in record.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("S:serial/by-") {
                take(link: "/dev/" + line.dropFirst(2), of: node, files)
            } else if line.hasPrefix("E:"), let sign = line.firstIndex(of: "=") {
                let key = line[..<sign].dropFirst(2)
                let value = String(line[line.index(after: sign)...])
                switch key {
                case "ID_VENDOR_ID": maker = Self.number(value)
                case "ID_MODEL_ID": model = Self.number(value)
                case "ID_MM_DEVICE_IGNORE", "ID_MM_PORT_IGNORE":
                    isNoModem = isNoModem || value == "1"
                default: break
                }
            }
        }
    }

    /// Of two adapters that say the same of themselves one has the name.
    private mutating func take(link: String, of node: String, _ files: HostFiles) {
        guard files.canonicalPath(link) == "/dev/\(node)" else { return }
        if link.hasPrefix("/dev/serial/by-id/") {
            byNumber = byNumber ?? link
        } else if link.hasPrefix("/dev/serial/by-path/") {
            bySocket = bySocket ?? link
        }
    }

    private static func number(_ text: String) -> String? {
        let isNumber =
            text.utf8.count == 4
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
            }
        return isNumber ? text : nil
    }
}

extension SerialRights {
    private static let unit = "callboard.service"
    private static let homes = [
        "/usr/lib/systemd/system", "/lib/systemd/system", "/usr/local/lib/systemd/system",
    ]
    private static let examples = [
        "/usr/share/doc/callboard/examples/systemd/serial.conf",
        "/usr/local/share/doc/callboard/examples/systemd/serial.conf",
    ]

    /// Reads what was added to the unit; nil where there is no service.
    init?(_ files: HostFiles) {
        let ownUnit = "/etc/systemd/system/\(Self.unit)"
        let units = [ownUnit] + Self.homes.map { "\($0)/\(Self.unit)" }
        guard units.contains(where: files.exists) else { return nil }
        example = Self.examples.first(where: files.exists) ?? Self.examples[0]
        // What is said last holds, and systemd takes the files of the folder by their names.
        let dropIns = [
            "override.conf", "serial-device.conf", "serial-group.conf", "serial.conf",
        ]
        for path in [ownUnit] + dropIns.map({ "\(Self.folder)/\($0)" }) {
            let lines = (files.read(path).text ?? "").split(whereSeparator: \.isNewline)
            for line in lines { take(line, files) }
        }
        if let account = try? UserAccount.named(account) { user = account.number }
        accountGroups = Self.groups(of: account, files)
    }

    /// The groups that list a user as a member.
    private static func groups(of account: String, _ files: HostFiles) -> Set<String> {
        let lines = (files.read("/etc/group").text ?? "").split(whereSeparator: \.isNewline)
        let names = lines.compactMap { line -> String? in
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            guard fields.count == 4, !fields[0].isEmpty,
                fields[3].split(separator: ",").contains(where: { $0 == account })
            else { return nil }
            return String(fields[0])
        }
        return Set(names)
    }

    private mutating func take(_ line: Substring, _ files: HostFiles) {
        guard let sign = line.firstIndex(of: "=") else { return }
        let value = String(line[line.index(after: sign)...].trimmed)
        switch line[..<sign].trimmed {
        case "PrivateDevices": seesDevices = ["no", "false", "off", "0"].contains(value)
        case "SupplementaryGroups":
            let named = value.split(whereSeparator: \.isWhitespace).map(String.init)
            groups = named.isEmpty ? [] : groups + named
        case "User": if !value.isEmpty { account = value }
        case "Group": if !value.isEmpty { firstGroup = value }
        case "DevicePolicy": devices.take(policy: value)
        case "DeviceAllow": devices.take(allowed: value, files)
        default: break
        }
    }
}
