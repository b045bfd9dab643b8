import BlueZRadio
import Commands
import Configuration
import Formats
import Notices

/// Report about a host that may be published: numbers, and words from fixed lists of the program.
struct ShareableReport {
    /// Maximum number of phones.
    private static let phoneLimit = 16

    let facts: MachineFacts

    /// Facts about the host and its configuration, without results of checks.
    var identity: [(String, String)] { versions + facts.host.adapters.flatMap(adapter) }

    private var versions: [(String, String)] {
        var lines = [("callboard", ProgramVersion.current)]
        lines += host
        lines.append(("radio", facts.isSimulated ? "simulated" : facts.radio.rawValue))
        if let version = bluetoothd { lines.append(("bluetoothd", version)) }
        return lines
    }

    var text: String {
        var lines = versions
        lines += bridge
        lines += facts.host.adapters.flatMap(adapter)
        let checks = facts.isSimulated ? Check.allForSimulated : Check.all(for: facts.radio)
        for finding in checks.flatMap({ $0.findings(facts) }) {
            lines.append(("check \(finding.id)", finding.verdict.status.rawValue))
        }
        return Self.introduction + lines.map { "\($0): \($1)\n" }.joined()
    }

    private static let introduction = """
        # What callboard doctor found, without names, addresses, texts, paths and serial numbers.
        # Docs/reference/hardware.md says what is in here, and where it helps others.

        """

    private var host: [(String, String)] {
        var lines: [(String, String)] = []
        if let system = facts.host.system { lines.append(("system", system.words)) }
        if let kernel = facts.host.kernel { lines.append(("kernel", "\(kernel)")) }
        lines.append(("machine", Self.architecture))
        if let board = facts.host.board.flatMap(Self.raspberry) { lines.append(("board", board)) }
        return lines
    }

    private var bridge: [(String, String)] {
        guard let answer = facts.running else { return [("bridge", "did not answer")] }
        let isSame = answer.version == ProgramVersion.current
        var lines = [("bridge", isSame ? "runs" : "runs in another version")]
        lines.append(("bridge radio", answer.radio?.rawValue ?? "none"))
        for phone in answer.phones.prefix(Self.phoneLimit) {
            lines.append(("phone", phone.state.rawValue))
        }
        return lines
    }

    private var bluetoothd: String? {
        facts.survey.adapters.compactMap(\.modalias).compactMap(BlueZVersion.init(modalias:)).first
            .map { "\($0)" }
    }

    private func adapter(_ adapter: AdapterIdentity) -> [(String, String)] {
        let name = "adapter \(adapter.name)"
        var lines = [(name, adapter.name == facts.nameOfChosen ? "used" : "not used")]
        if let usb = adapter.usb { lines.append(("\(name) usb", "\(usb)")) }
        if let driver = adapter.driver {
            lines.append(("\(name) driver", Self.drivers.contains(driver) ? driver : "another"))
        }
        if let board = adapter.board {
            lines.append(("\(name) chip", Self.chips.contains(board) ? board : "another"))
        }
        if let number = adapter.manufacturer { lines.append(("\(name) manufacturer", "\(number)")) }
        if let number = adapter.version { lines.append(("\(name) hci version", "\(number)")) }
        let known = KnownAdapters.entry(for: adapter)
        lines.append(("\(name) known", known?.outcome.rawValue ?? "no"))
        return lines
    }

    /// Kernel drivers of adapters.
    private static let drivers: Set = [
        "btusb", "btintel_pcie", "btmtksdio", "btmtkuart", "btsdio", "btnxpuart", "hci_uart",
        "hci_uart_bcm", "hci_uart_h5", "hci_uart_qca", "hci_ldisc", "bluetooth-uart",
    ]
    /// Device tree names of adapters.
    private static let chips: Set = [
        "brcm,bcm43438-bt", "brcm,bcm4345c5", "brcm,bcm43540-bt", "brcm,bcm4329-bt",
        "brcm,bcm4330-bt", "brcm,bcm4334-bt", "brcm,bcm43430a0-bt", "brcm,bcm43430a1-bt",
        "brcm,bcm4349-bt", "cypress,cyw4373a0-bt", "infineon,cyw55572-bt", "realtek,rtl8723bs-bt",
        "realtek,rtl8822cs-bt", "realtek,rtl8723ds-bt", "qcom,qca6174-bt", "qcom,wcn3990-bt",
        "qcom,qca9377-bt", "mediatek,mt7663u-bluetooth", "mediatek,mt7668u-bluetooth",
    ]

    /// Words that occur in the names of Raspberry Pis.
    private static let boardWords: Set = [
        "Raspberry", "Pi", "Zero", "Model", "A", "B", "Plus", "W", "2", "3", "4", "5", "400", "500",
        "Compute", "Module", "Rev", "Lite",
    ]

    /// Returns a Raspberry Pi's model name, reduced to known words; nil for other boards.
    private static func raspberry(_ name: String) -> String? {
        guard name.hasPrefix("Raspberry Pi") else { return nil }
        let words = name.split(separator: " ").filter { word in
            boardWords.contains(String(word)) || isRevision(Array(word.utf8))
        }
        return words.joined(separator: " ")
    }

    private static func isRevision(_ word: [UInt8]) -> Bool {
        word.count == 3 && word[1] == UInt8(ascii: ".")
            && [word[0], word[2]].allSatisfy { (48...57).contains($0) }
    }

    private static var architecture: String {
        #if arch(arm64)
            "arm64"
        #elseif arch(x86_64)
            "amd64"
        #else
            "another"
        #endif
    }
}

/// Distribution of the host.
struct SystemIdentity: Hashable, Sendable {
    private static let names: Set = [
        "almalinux", "alpine", "arch", "archarm", "cachyos", "centos", "debian", "dietpi",
        "elementary",
        "endeavouros", "fedora", "gentoo", "kali", "linuxmint", "manjaro", "nixos",
        "opensuse-leap", "opensuse-tumbleweed", "osmc", "pop", "raspbian", "rhel", "rocky",
        "ubuntu", "void",
    ]

    let name: String
    /// Version numbers as text.
    let version: [String]

    /// Parses /etc/os-release, keeping only known names and numbers.
    init(osRelease text: String) {
        let file = text.split(whereSeparator: \.isNewline).reduce(into: [String: String]()) {
            let parts = $1.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { $0[String(parts[0])] = parts[1].filter { $0 != "\"" } }
        }
        let id = file["ID"] ?? ""
        name = Self.names.contains(id) ? id : "another"
        version = (file["VERSION_ID"] ?? "").split(separator: ".").prefix(2).map(String.init)
            .filter { $0.utf8.count <= 4 && $0.utf8.allSatisfy { (48...57).contains($0) } }
    }

    var words: String {
        ([name] + (version.isEmpty ? [] : [version.joined(separator: ".")]))
            .joined(separator: " ")
    }
}
