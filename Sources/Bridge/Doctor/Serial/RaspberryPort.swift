/// The serial port on the pins of a Raspberry Pi, which is not the same with all models.
enum RaspberryPort: Sendable {
    /// Up to the Raspberry Pi 4: `/dev/serial0` is on the pins, and Bluetooth shares the two ports.
    case shared
    /// From the Raspberry Pi 5: `/dev/serial0` is on the connector for debugging, and Bluetooth has a
    /// port of its own inside.
    case own

    /// The port of a board; nil where that is no Raspberry Pi.
    init?(board: String?) {
        guard let board, board.hasPrefix("Raspberry Pi") else { return nil }
        // A Raspberry Pi 500 is one as well.
        let isOwn = ["Raspberry Pi 5", "Raspberry Pi Compute Module 5"].contains {
            board.hasPrefix($0)
        }
        self = isOwn ? .own : .shared
    }

    /// The device that is on the pins.
    var device: String {
        self == .own ? "/dev/ttyAMA0" : "/dev/serial0"
    }

    /// The line of the boot configuration that turns it on.
    var setting: String {
        self == .own ? "dtparam=uart0=on" : "enable_uart=1"
    }

    /// The kernel's name for the connector for debugging.
    static let debugNode = "ttyAMA10"

    /// Whether a boot configuration turns it on.
    func isOn(in boot: RaspberryBoot) -> Bool {
        switch self {
        case .shared: boot.settings["enable_uart"] == "1"
        case .own:
            boot.has("uart0") || boot.has("uart0_console")
                || !boot.overlays.isDisjoint(with: ["uart0", "uart0-pi5"])
        }
    }

    /// Whether the kernel's console of the name `serial0` is on the pins.
    func hasConsoleOnPins(in boot: RaspberryBoot) -> Bool {
        // Newer firmware brings it there where it is asked for and nothing is at the connector.
        self == .shared || boot.has("uart0_console") || boot.settings["enable_uart"] == "1"
    }
}

extension HostFacts {
    /// The boot configuration, on a Raspberry Pi.
    var raspberryBoot: RaspberryBoot? {
        guard raspberryPort != nil, let bootSettings else { return nil }
        return RaspberryBoot(path: bootSettings.path, text: bootSettings.text)
    }

    /// The port on the pins, on a Raspberry Pi.
    var raspberryPort: RaspberryPort? { RaspberryPort(board: board) }

    /// Whether Bluetooth is at one of the board's ports that have a name in `/dev`.
    var sharesPortWithBluetooth: Bool {
        raspberryPort == .shared && raspberryBoot?.overlays.contains("disable-bt") != true
    }
}
