import Linux
import Outlets
import Screen
import Serial
import Settings

extension SerialPortFacts {
    /// Examines a port without opening it: many boards restart when their port is opened.
    ///
    /// - Parameter hasOwnBluetooth: whether the host is a Raspberry Pi up to the 4 whose Bluetooth is on, at `/dev/serial1`.
    init(_ target: SerialConfiguration, _ files: HostFiles, hasOwnBluetooth: Bool) {
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

    /// Examines the terminal of a display.
    init(_ plan: ScreenConfiguration, _ files: HostFiles) {
        self.init(
            name: plan.name, kind: ScreenConfiguration.section.name, title: plan.title,
            path: plan.device,
            place: Place(plan.device, files))
    }

    /// Returns the connected serial ports, by stable names.
    ///
    /// - Parameter pins: device of the board's own port.
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

    /// Limit of the search for adapters of one kind.
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
        hasLogin =
            isVirtual
            ? Self.screenPlaces.contains { files.exists("\($0)/getty@\(node).service") }
            : Self.loginPlaces.contains { files.exists("\($0)/serial-getty@\(node).service") }
    }

    /// Returns the active and the configured consoles of the kernel.
    private static func consoles(_ files: HostFiles) -> Set<String> {
        let active = (files.read("/proc/consoles").text ?? "").split(whereSeparator: \.isNewline)
            .compactMap { $0.split(separator: " ").first.map(String.init) }
        let words = (files.read("/proc/cmdline").text ?? "").split(whereSeparator: \.isWhitespace)
        let told = words.filter { $0.hasPrefix("console=") }.map { word in
            String(word.dropFirst("console=".count).prefix { $0 != "," })
        }
        return Set(active + told)
    }

    /// Folders of login prompts that are enabled, generated for the kernel console, or running.
    private static let loginPlaces = [
        "/etc/systemd/system/getty.target.wants", "/run/systemd/generator/getty.target.wants",
        #"/sys/fs/cgroup/system.slice/system-serial\x2dgetty.slice"#,
        #"/sys/fs/cgroup/systemd/system.slice/system-serial\x2dgetty.slice"#,
    ]
}

extension SerialDevice {
    /// Folders of running login prompts on virtual consoles.
    ///
    /// Enabled prompts do not count: every virtual console has one, which starts only when the console is used.
    private static let screenPlaces = [
        "/sys/fs/cgroup/system.slice/system-getty.slice",
        "/sys/fs/cgroup/systemd/system.slice/system-getty.slice",
    ]
}

extension FileInspection {
    /// Returns whether a user other than root may read and write.
    func lets(_ user: UInt32, isMember: Bool) -> Bool {
        if owner == user { return mode & 0o600 == 0o600 }
        if isMember { return mode & 0o060 == 0o060 }
        return mode & 0o006 == 0o006
    }
}

extension SerialNames {
    /// Reads the record of udev about a device.
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

    /// Records a link that udev lists for the device, if it leads there: of two equal adapters only one has it.
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
