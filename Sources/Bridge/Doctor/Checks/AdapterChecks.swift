import BlueZRadio
import Configuration
import Formats
import Notices

extension Check {
    /// Checks of the adapter: presence, power, advertising and closed pairing.
    static let adapterChecks = [
        Check("adapter", adapter).only(for: .bluez),
        Check("adapter-chosen", choice).only(for: .bluez),
        Check("adapter-blocked", block).onlyForRealPhones(),
        Check("adapter-power", power).only(for: .bluez),
        Check("advertising", advertising).only(for: .bluez),
        Check("adapter-closed", door).only(for: .bluez),
    ]

    private static func adapter(_ facts: MachineFacts) -> Verdict {
        guard facts.survey.service == .answered else { return .skipped("see bluetoothd") }
        let names = facts.survey.adapters.map(\.name)
        guard !names.isEmpty else {
            return .fail(
                "bluetoothd knows of no Bluetooth adapter",
                fix:
                    "bluetoothctl list    # plug an adapter in until one is listed; what the "
                    + "kernel "
                    + "misses: sudo dmesg | grep -i bluetooth")
        }
        return .ok(names.joined(separator: ", "))
    }

    private static func choice(_ facts: MachineFacts) -> Verdict {
        let adapters = facts.survey.adapters
        guard !adapters.isEmpty else { return .skipped("see adapter") }
        guard adapters.contains(where: { facts.adapter.accepts($0) }) else {
            return .fail(
                "the adapter that was asked for is not there; there is "
                    + adapters.map(\.name).joined(separator: ", "),
                fix: "plug it in, or set adapter = \(adapters[0].name) under [radio] in "
                    + "\(facts.configurationFile), then: \(facts.restart)")
        }
        return .ok("\(facts.survey.chosen ?? adapters[0].name) is the one that is used")
    }

    private static func block(_ facts: MachineFacts) -> Verdict {
        guard let switches = facts.host.switches else {
            return .skipped("the kernel has no switches for radios (rfkill)")
        }
        // A blocked adapter may be unknown to bluetoothd.
        let ours = switches.filter {
            facts.nameOfChosen == nil || $0.name == facts.nameOfChosen
        }
        if let blocked = ours.first(where: \.isHardBlocked) {
            return .fail(
                "\(blocked.name) is blocked by a hardware switch of this host",
                fix: "turn on the host's own switch or key for radios, or Bluetooth in its "
                    + "firmware settings")
        }
        if let blocked = ours.first(where: \.isSoftBlocked) {
            return .fail(
                "\(blocked.name) is blocked by a program",
                fix: "sudo rfkill unblock bluetooth")
        }
        return .ok("nothing blocks Bluetooth")
    }

    private static func power(_ facts: MachineFacts) -> Verdict {
        guard let adapter = facts.chosen else { return .skipped("see adapter") }
        guard !adapter.isPowered else { return .ok("\(adapter.name) is on") }
        return .fail("\(adapter.name) is off", fix: command("power on", for: adapter, facts))
    }

    private static func advertising(_ facts: MachineFacts) -> Verdict {
        guard let adapter = facts.chosen else { return .skipped("see adapter") }
        guard let advertising = adapter.advertising else {
            return .fail(
                "\(adapter.name) cannot advertise, so no phone can connect",
                fix: "use an adapter with Bluetooth 4.0 or newer; if ControllerMode in "
                    + "/etc/bluetooth/main.conf is bredr, see controller-mode instead")
        }
        if facts.running?.radio == .listening { return .ok("the bridge advertises") }
        if advertising.free == 0 {
            return .fail(
                "other programs use up all advertising slots of \(adapter.name)",
                fix: "sudo systemctl restart bluetooth    # or stop the other program")
        }
        return .ok("\(adapter.name) can advertise")
    }

    private static func door(_ facts: MachineFacts) -> Verdict {
        guard let adapter = facts.chosen else { return .skipped("see adapter") }
        guard adapter.isPowered else { return .skipped("\(adapter.name) is off") }
        if adapter.isPairable {
            return .warn(
                "\(adapter.name) lets any device nearby pair, which is intended only while "
                    + "callboard pair runs",
                fix: command("pairable off", for: adapter, facts))
        }
        if adapter.isDiscoverable {
            return .warn(
                "\(adapter.name) is visible to all devices nearby, also over Classic Bluetooth",
                fix: command("discoverable off", for: adapter, facts))
        }
        return .ok("no phone can pair unless callboard pair runs")
    }

    private static func command(
        _ words: String, for adapter: BlueZSurvey.Adapter, _ facts: MachineFacts
    ) -> String {
        facts.survey.adapters.count == 1
            ? "bluetoothctl \(words)"
            : "bluetoothctl    # then: list, select the address of \(adapter.name), \(words)"
    }
}
