import Linux

/// What the checks of serial ports advise, in the words of this machine.
extension MachineFacts {
    /// The step that names another device.
    func setting(_ port: SerialPortFacts, to device: String) -> String {
        let file =
            if case .inOrder(let path, _) = configuration { path } else { SettingsFile.ofSystem }
        let next =
            serialRights == nil
            ? "start the bridge again" : "sudo systemctl reload callboard"
        return "set device = \(device) under [serial \(port.name)] in \(file), then: \(next)"
    }

    /// What keeps the kernel, and with it the login prompt, away from a port.
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

extension SerialRights {
    /// The command that has the service begin with what it has been given.
    static let restart = "sudo systemctl daemon-reload && sudo systemctl restart callboard"

    /// The command that gives serial ports to the service.
    var giving: String {
        "sudo install -D -m 0644 -t \(Self.folder) \(example) && \(Self.restart)"
    }

    /// The command that adds a line to a drop-in, with a word in the place of `%s`.
    static func adding(_ line: String, _ word: String, to file: String) -> String {
        "sudo install -d \(folder) && printf '[Service]\\n\(line)\\n' \(word) | sudo tee -a "
            + "\(folder)/\(file) && \(restart)"
    }
}

extension SerialDevice {
    /// The port's group as one word of a command.
    var groupWord: String { ShellWord(group?.name ?? "dialout").quoted }
}

extension String {
    /// Whether it is a name of the serial port on a Raspberry Pi's pins.
    var isOnPins: Bool { ["/dev/serial0", "/dev/ttyS0", "/dev/ttyAMA0"].contains(self) }
}

extension RunningProgram {
    /// Whether it looks for modems at serial ports.
    var isModemManager: Bool {
        command == "ModemManager" || names.contains("org.freedesktop.ModemManager1")
    }
}
