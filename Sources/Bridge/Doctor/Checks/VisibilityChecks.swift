import BlueZRadio
import Commands
import Configuration
import Features
import Formats
import Notices
import Radio

extension Check {
    /// Checks of the appearance to phones.
    static let findingChecks = [Check("shape", shape).onlyForRealPhones()]

    /// Checks of causes of unexpected pairing prompts on the phone.
    static let promptChecks = [Check("battery-reads", battery).only(for: .bluez)]

    private static func shape(_ facts: MachineFacts) -> Verdict {
        switch facts.shape {
        case nil: return .skipped("see configuration")
        case .hid:
            return .ok(
                "phones see a keyboard that never types (hid); if an iPhone hides its own keyboard "
                    + "while connected, set shape = keypad under [radio], or look if that does "
                    + "not help: Docs/how-to/pairing.md")
        case .keypad:
            return .ok(
                "phones see a keypad that never types (keypad); if an iPhone still hides its own "
                    + "keyboard while it is connected, set shape = look under [radio]: "
                    + "Docs/how-to/pairing.md")
        case .look:
            return .ok(
                "phones see an input device in the advertisement alone (look); if an iPhone does "
                    + "not list this host, or does not connect again by itself, set shape = hid under "
                    + "[radio] again: Docs/how-to/pairing.md")
        case .solicit: break
        }
        let says = "phones see a plain host (solicit)"
        // Phones that have been paired find the host by its address and key.
        guard facts.phones?.isEmpty == true else { return .ok(says) }
        return .warn(
            "\(says); others report that iOS 18 does not list such a host in its Settings",
            fix: "set shape = hid under [radio] in \(facts.configurationFile), then: "
                + facts.restart)
    }

    private static func battery(_ facts: MachineFacts) -> Verdict {
        guard let daemon = facts.programs?.first(where: \.isBluetoothd), !daemon.arguments.isEmpty
        else { return .skipped("the command line of bluetoothd cannot be read") }
        let plugins = DaemonPlugins(arguments: Array(daemon.arguments.dropFirst()))
        guard plugins.load(DaemonPlugins.battery) else {
            return .ok("bluetoothd does not read the battery of phones")
        }
        guard facts.hasPhoneWithoutBond else {
            return .ok(
                "bluetoothd reads the battery of phones that connect (plugin battery); if an "
                    + "iPhone asks to pair unexpectedly, "
                    + "Docs/reference/doctor.md says how to turn that off")
        }
        return .warn(
            "a phone is connected without a bond, and bluetoothd reads its battery (plugin "
                + "battery): the iPhone may ask to pair for that reason",
            fix: "sudo systemctl edit bluetooth    # [Service], an empty ExecStart=, then the "
                + "original ExecStart= line with -P battery at its end: Docs/reference/doctor.md")
    }
}

extension MachineFacts {
    /// Whether a phone without a bond is connected now, according to bluetoothd or the bridge.
    fileprivate var hasPhoneWithoutBond: Bool {
        let isStranger = survey.devices.contains {
            $0.isConnected && !$0.isPaired && $0.offers(.notifications)
        }
        return isStranger || running?.phones.contains { $0.state == .notSecure } == true
    }
}
