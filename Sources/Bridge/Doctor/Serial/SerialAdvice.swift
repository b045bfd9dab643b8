import Bridge
import Commands
import Linux

/// Fixes that the serial port checks advise.
extension MachineFacts {
    /// Returns the step that sets another device.
    func setting(_ port: SerialPortFacts, to device: String) -> String {
        let next =
            serviceRights == nil
            ? "start the bridge again" : service.reload
        return
            "set device = \(device) under [\(port.section)] in \(configurationFile), then: \(next)"
    }

    /// Returns the step that removes the kernel console, and with it the login prompt, from a port.
    func endOfConsole(on node: String) -> String {
        guard let boot = host.raspberryBoot, let pins = host.raspberryPort else {
            return
                "take console=\(node) out of GRUB_CMDLINE_LINUX in /etc/default/grub, then: sudo "
                + "update-grub && sudo reboot"
        }
        let hasAlias = node == RaspberryPort.debugNode || pins.hasConsoleOnPins(in: boot)
        let names = hasAlias ? "serial0|\(node)" : node
        return "sudo sed -i -E 's/console=(\(names))(,[0-9a-z]+)? ?//g' "
            + "\(boot.folder)/cmdline.txt && sudo reboot"
    }
}

extension SerialDevice {
    /// Group of the port, quoted for a shell.
    var groupWord: String { ShellWord(group?.name ?? "dialout").quoted }
}

extension String {
    /// Whether the path is a name of the serial port on a Raspberry Pi's pins.
    var isOnPins: Bool { ["/dev/serial0", "/dev/ttyS0", "/dev/ttyAMA0"].contains(self) }
}

extension RunningProgram {
    /// Whether the program searches serial ports for modems.
    var isModemManager: Bool {
        command == "ModemManager" || names.contains("org.freedesktop.ModemManager1")
    }
}
