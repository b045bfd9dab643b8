import Bridge
import Commands
import Formats
import Linux

extension Check {
    /// Checks of the configured serial ports.
    static let serialChecks = [Check(each: "serial-port", ports)]

    private static func ports(_ facts: MachineFacts) -> [Verdict] {
        guard let ports = facts.ports else { return [.skipped("see configuration")] }
        guard !ports.isEmpty else { return [.ok("there are no serial ports")] }
        return ports.flatMap { verdicts($0, facts) }
    }

    /// Returns the problem that prevents use of a port; without one, all warnings, most serious first, or OK.
    private static func verdicts(
        _ port: SerialPortFacts, _ facts: MachineFacts
    ) -> [Verdict] {
        if port.isBluetooth { return [ofBluetooth(port, facts)] }
        if let debugging = debugging(port, facts) { return [debugging] }
        let told = facts.running?.outputs.first { output in
            output.port == port.name && output.device == port.path
        }
        let isInUse = told != nil && told?.reason == nil
        guard case .terminal(let device) = port.place else {
            if isInUse { return [.ok("\(port.title): the bridge uses it")] }
            return [port.place == .nothing ? missing(port, facts) : noPort(port, facts)]
        }
        if let login = login(port, device, facts) { return [login] }
        if !isInUse, let rights = serialRights(port, device, told?.reason, facts) {
            return [rights]
        }
        if let reason = told?.reason { return [failed(port, reason, facts)] }
        let advice = [
            told.flatMap { losses(port, $0) }, smallPort(port, device, facts),
            modem(port, device, facts), number(port, device, facts),
        ].compactMap(\.self)
        if !advice.isEmpty { return advice }
        return [.ok("\(port.title): \(isInUse ? "the bridge uses it" : "it is there")")]
    }

    private static func ofBluetooth(_ port: SerialPortFacts, _ facts: MachineFacts) -> Verdict {
        .fail(
            "\(port.title): Bluetooth itself uses this port, and any other use stops Bluetooth",
            fix: facts.setting(port, to: (facts.host.raspberryPort ?? .shared).device))
    }

    /// Verdict about `/dev/serial0` where it is the debug connector of a Raspberry Pi 5, not its pins; nil otherwise.
    private static func debugging(_ port: SerialPortFacts, _ facts: MachineFacts) -> Verdict? {
        guard let pins = facts.host.raspberryPort, pins == .own, port.path == "/dev/serial0",
            case .terminal(let device) = port.place, device.node == RaspberryPort.debugNode
        else { return nil }
        return .warn(
            "\(port.title): here this is the debugging connector, not the pins",
            fix: facts.setting(port, to: pins.device))
    }

    private static func missing(_ port: SerialPortFacts, _ facts: MachineFacts) -> Verdict {
        let says = "\(port.title): there is no such device"
        if let boot = facts.host.raspberryBoot, let pins = facts.host.raspberryPort,
            port.path.isOnPins, !pins.isOn(in: boot)
        {
            return .warn(
                "\(says); the Raspberry Pi's port is off", fix: boot.adding(pins.setting))
        }
        guard let first = facts.connectedPorts.first else {
            return .warn(
                "\(says), nor another port",
                fix: "ls -l /dev/serial/by-id    # plug it in; its name is there then")
        }
        let most = 4
        let others = facts.connectedPorts.count - most
        let names = facts.connectedPorts.prefix(most).joined(separator: ", ")
        return .warn(
            "\(says); there is \(names)\(others > 0 ? " and \(others) more" : "")",
            fix: "plug it in, or \(facts.setting(port, to: first))")
    }

    private static func noPort(_ port: SerialPortFacts, _ facts: MachineFacts) -> Verdict {
        let says = "\(port.title): this is not a serial port"
        guard let name = facts.connectedPorts.first else {
            return .warn(
                says,
                fix: "ls -l /dev/serial/by-id    # plug one in; it is there then, as device for "
                    + "[serial \(port.name)]")
        }
        return .warn(says, fix: facts.setting(port, to: name))
    }

    private static func login(
        _ port: SerialPortFacts, _ device: SerialDevice, _ facts: MachineFacts
    ) -> Verdict? {
        if device.isConsole {
            let addition = device.hasLogin ? ", and there is a login prompt on it" : ""
            return .warn(
                "\(port.title): the kernel writes its messages there\(addition)",
                fix: facts.endOfConsole(on: device.node))
        }
        guard device.hasLogin else { return nil }
        return .warn(
            "\(port.title): there is a login prompt on it",
            fix: "sudo systemctl mask --now serial-getty@\(ShellWord(device.node).quoted).service")
    }

    private static func failed(
        _ port: SerialPortFacts, _ reason: String, _ facts: MachineFacts
    ) -> Verdict {
        let look = "sudo fuser -v \(ShellWord(port.path).quoted)"
        let isRefused = reason == "\(SerialProblem.noPermission)"
        return .warn(
            "\(port.title): the bridge cannot use it: \(reason)",
            fix: facts.serviceRights != nil && isRefused
                ? "\(facts.service.restartAnew)    # if its rights have changed"
                : "\(look)    # shows which program uses it; the bridge retries automatically")
    }

    private static func losses(
        _ port: SerialPortFacts, _ output: BridgeAnswer.Output
    ) -> Verdict? {
        guard output.lostEvents > 0 else { return nil }
        return .warn(
            "\(port.title): it was too slow and has lost \(output.lostEvents) events",
            fix: "callboard status    # see whether the number grows; a higher baud, or fewer "
                + "categories, help")
    }

    private static func smallPort(
        _ port: SerialPortFacts, _ device: SerialDevice, _ facts: MachineFacts
    ) -> Verdict? {
        guard device.node == "ttyS0", facts.host.raspberryPort == .shared,
            let boot = facts.host.raspberryBoot,
            !RaspberryPort.shared.isOn(in: boot), boot.settings["core_freq"] == nil
        else { return nil }
        return .warn(
            "\(port.title): the speed of this small port follows the processor's clock",
            fix: boot.adding(RaspberryPort.shared.setting))
    }

    private static func modem(
        _ port: SerialPortFacts, _ device: SerialDevice, _ facts: MachineFacts
    ) -> Verdict? {
        guard device.isNumbered, !device.names.isNoModem,
            facts.programs?.contains(where: \.isModemManager) == true
        else { return nil }
        let says = "\(port.title): ModemManager runs, and may try whether it is a modem"
        guard let maker = device.names.maker, let model = device.names.model else {
            return .warn(says, fix: "sudo systemctl disable --now ModemManager")
        }
        return .warn(
            says,
            fix: "echo 'SUBSYSTEM==\"tty\", ENV{ID_VENDOR_ID}==\"\(maker)\", ENV{ID_MODEL_ID}=="
                + "\"\(model)\", ENV{ID_MM_DEVICE_IGNORE}=\"1\"' | sudo tee -a "
                + "/etc/udev/rules.d/61-callboard-no-modem.rules && sudo udevadm control --reload "
                + "&& sudo udevadm trigger --subsystem-match=tty")
    }

    private static func number(
        _ port: SerialPortFacts, _ device: SerialDevice, _ facts: MachineFacts
    ) -> Verdict? {
        guard device.isNumbered, port.path == "/dev/\(device.node)" else { return nil }
        let says = "\(port.title): the number changes with what else is plugged in"
        guard let name = device.names.stable else {
            return .warn(
                says,
                fix: "udevadm info \(port.path)    # a rule for udev can name it: "
                    + "61-callboard-serial.rules is an example")
        }
        return .warn(says, fix: facts.setting(port, to: name))
    }
}
