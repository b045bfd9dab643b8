import Bridge
import Linux

extension ServiceRights {
    private static let homes = [
        "/usr/lib/systemd/system", "/lib/systemd/system", "/usr/local/lib/systemd/system",
    ]
    private static let examples = [
        "/usr/share/doc/callboard/examples/systemd",
        "/usr/local/share/doc/callboard/examples/systemd",
    ]

    /// Applies a unit in `/etc` and drop-ins of known names to the values of the packaged unit.
    ///
    /// Returns nil if the service is not installed.
    init?(_ files: HostFiles, of unit: ServiceUnit = .usual) {
        let ownUnit = "/etc/systemd/system/\(unit.file)"
        let units = [ownUnit] + Self.homes.map { "\($0)/\(unit.file)" }
        guard units.contains(where: files.exists) else { return nil }
        examples = Self.examples.first(where: files.exists) ?? Self.examples[0]
        self.unit = unit
        if unit == .kernel {
            // The unit uses the network of the host, to which AF_BLUETOOTH sockets belong.
            network.isShared = true
            network.families.insert("AF_BLUETOOTH")
            hasCapability = true
        }
        // Later lines take precedence; systemd sorts drop-ins by name.
        let dropIns = [
            "clock.conf", "console.conf", "image.conf", "lcd-host.conf", "lcd.conf",
            "override.conf",
            "serial-device.conf", "serial-group.conf", "serial.conf",
        ]
        for path in [ownUnit] + dropIns.map({ "\(unit.dropIns)/\($0)" }) {
            let lines = (files.read(path).text ?? "").split(whereSeparator: \.isNewline)
            for line in lines { take(line, files) }
        }
        if let account = try? UserAccount.named(account) { user = account.number }
        accountGroups = Self.groups(of: account, files)
    }

    /// Returns the groups that list a user as a member.
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
        let words = value.split(whereSeparator: \.isWhitespace).map(String.init)
        switch line[..<sign].trimmed {
        case "PrivateDevices": seesDevices = value.isNo
        case "PrivateNetwork": network.isShared = value.isNo
        case "SupplementaryGroups": groups = words.isEmpty ? [] : groups + words
        case "RestrictAddressFamilies":
            network.families = words.isEmpty ? [] : network.families.union(words)
        case "IPAddressAllow":
            network.addresses = words.isEmpty ? [] : network.addresses + words
        case "ExecStartPre":
            handed =
                words.isEmpty ? [] : handed.union(words.filter { $0.hasPrefix("/dev/") })
        case "AmbientCapabilities":
            hasCapability = !words.isEmpty && (hasCapability || words.contains("CAP_NET_ADMIN"))
            clock.hasCapability =
                !words.isEmpty && (clock.hasCapability || words.contains("CAP_SYS_TIME"))
        case "ProtectClock": clock.isProtected = !value.isNo
        case "SystemCallFilter": clock.take(calls: words)
        case "User": if !value.isEmpty { account = value }
        case "Group": if !value.isEmpty { firstGroup = value }
        case "DevicePolicy": devices.take(policy: value)
        case "DeviceAllow": devices.take(allowed: value, files)
        default: break
        }
    }
}

extension String {
    /// Whether systemd takes the value as false.
    fileprivate var isNo: Bool { ["no", "false", "off", "0"].contains(self) }
}
