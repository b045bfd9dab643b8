import Linux

/// Character devices that systemd lets the service open.
struct ServiceDevices: Hashable, Sendable {
    /// One `DeviceAllow=` line.
    fileprivate enum Line: Hashable, Sendable {
        case number(UInt32)
        /// Name of a driver, or a prefix of driver names.
        case driver(String, isBeginning: Bool)
        case path(String)
        case everything
        case nothing
    }

    /// Device numbers that the example drop-in `serial.conf` allows.
    static let ofExample: Set<UInt32> = [4, 166, 188, 204]
    /// Device numbers of pseudo-terminals, which systemd always allows.
    private static let ofPseudoTerminals: ClosedRange<UInt32> = 136...143

    private var lines: [Line] = []
    private var isOpenWithoutLines = false

    /// Applies a `DevicePolicy=` value.
    mutating func take(policy: String) {
        isOpenWithoutLines = policy == "auto"
    }

    /// Applies a `DeviceAllow=` value.
    mutating func take(allowed value: String, _ files: HostFiles) {
        let words = value.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let device = words.first else {
            lines = []
            return
        }
        // The default is all rights.
        let rights = words.count > 1 ? words[1] : "rwm"
        let isWhole = rights.contains("r") && rights.contains("w")
        lines.append(isWhole ? Line(device, files) : .nothing)
    }

    /// Returns whether a device may be opened; true if unknown.
    func allow(_ device: SerialDevice) -> Bool {
        guard let number = device.major, !Self.ofPseudoTerminals.contains(number) else {
            return true
        }
        if isOpenWithoutLines, lines.isEmpty { return true }
        return lines.contains { line in
            switch line {
            case .number(let allowed): allowed == number
            case .driver(let name, let isBeginning):
                device.drivers.isEmpty
                    || device.drivers.contains { isBeginning ? $0.hasPrefix(name) : $0 == name }
            case .path(let path): path == "/dev/\(device.node)"
            case .everything: true
            case .nothing: false
            }
        }
    }
}

extension ServiceDevices.Line {
    fileprivate init(_ device: String, _ files: HostFiles) {
        guard device.hasPrefix("char-") else {
            self = device.hasPrefix("/dev/") ? .path(files.canonicalPath(device)) : .nothing
            return
        }
        let name = device.dropFirst("char-".count)
        let isBeginning = name.hasSuffix("*")
        let beginning = String(isBeginning ? name.dropLast() : name)
        self =
            if let number = UInt32(name) {
                .number(number)
            } else if beginning.contains(where: { "*?[\\".contains($0) }) {
                // A pattern that only systemd can evaluate counts as allowed.
                .everything
            } else {
                .driver(beginning, isBeginning: isBeginning)
            }
    }
}

extension SerialDevice {
    /// Reads the device number and the driver names for it.
    mutating func takeDriver(_ files: HostFiles) {
        let number = files.line("/sys/class/tty/\(node)/dev") ?? ""
        guard let colon = number.firstIndex(of: ":"), number.first != "+" else { return }
        major = UInt32(number[..<colon])
        let listed = (files.read("/proc/devices").text ?? "").split(whereSeparator: \.isNewline)
        for line in listed.prefix(while: { !$0.hasPrefix("Block") }) {
            let words = line.split(separator: " ")
            guard words.count == 2, let number = UInt32(words[0]), number == major else { continue }
            drivers.append(String(words[1]))
        }
    }
}
