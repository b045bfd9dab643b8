/// Serial port on the pins of a Raspberry Pi, which depends on the model.
enum RaspberryPort: Sendable {
    /// Up to the Raspberry Pi 4: `/dev/serial0` is on the pins, and Bluetooth shares the two ports.
    case shared
    /// From the Raspberry Pi 5: `/dev/serial0` is the debug connector, and Bluetooth has an internal port.
    case own

    /// Returns the port of a board; nil for other boards than Raspberry Pis.
    init?(board: String?) {
        guard let board, board.hasPrefix("Raspberry Pi") else { return nil }
        // Also matches the Raspberry Pi 500.
        let isOwn = ["Raspberry Pi 5", "Raspberry Pi Compute Module 5"].contains {
            board.hasPrefix($0)
        }
        self = isOwn ? .own : .shared
    }

    /// Device of the pins.
    var device: String {
        self == .own ? "/dev/ttyAMA0" : "/dev/serial0"
    }

    /// Line of the boot configuration that enables the port.
    var setting: String {
        self == .own ? "dtparam=uart0=on" : "enable_uart=1"
    }

    /// Kernel name of the debug connector.
    static let debugNode = "ttyAMA10"

    /// Returns whether a boot configuration enables the port.
    func isOn(in boot: RaspberryBoot) -> Bool {
        switch self {
        case .shared: boot.settings["enable_uart"] == "1"
        case .own:
            boot.has("uart0") || boot.has("uart0_console")
                || !boot.overlays.isDisjoint(with: ["uart0", "uart0-pi5"])
        }
    }

    /// Returns whether the kernel console `serial0` is on the pins.
    func hasConsoleOnPins(in boot: RaspberryBoot) -> Bool {
        // Newer firmware moves the console to the pins if a setting asks for it and the debug connector is unused.
        self == .shared || boot.has("uart0_console") || boot.settings["enable_uart"] == "1"
    }
}

extension HostFacts {
    /// Boot configuration; nil if the host is no Raspberry Pi.
    var raspberryBoot: RaspberryBoot? {
        guard raspberryPort != nil, let bootSettings else { return nil }
        return RaspberryBoot(path: bootSettings.path, text: bootSettings.text)
    }

    /// Port on the pins; nil if the host is no Raspberry Pi.
    var raspberryPort: RaspberryPort? { RaspberryPort(board: board) }

    /// Whether Bluetooth may use one of the two serial ports of a Raspberry Pi up to the 4.
    var sharesPortWithBluetooth: Bool {
        raspberryPort == .shared && raspberryBoot?.overlays.contains("disable-bt") != true
    }
}
