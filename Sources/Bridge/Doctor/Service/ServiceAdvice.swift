import Bridge

extension ServiceRights {
    /// Returns the command that installs an example drop-in.
    func giving(_ example: String) -> String {
        "sudo install -D -m 0644 -t \(unit.dropIns) \(examples)/\(example) && \(unit.restartAnew)"
    }

    /// Returns the command that gives the service a virtual console.
    func giving(screen node: String) -> String {
        let example = "console.conf"
        guard node != "tty1" else { return giving(example) }
        return "sudo install -d \(unit.dropIns) && sed s/tty1/\(node)/g \(examples)/\(example) | "
            + "sudo tee -a \(unit.dropIns)/\(example) && \(unit.restartAnew)"
    }

    /// Returns the command that gives the service a terminal.
    func giving(_ device: SerialDevice) -> String {
        device.isVirtual ? giving(screen: device.node) : giving("serial.conf")
    }

    /// Returns the command that adds a line to a drop-in, with a word in place of `%s`.
    func adding(_ line: String, _ word: String, to file: String) -> String {
        "sudo install -d \(unit.dropIns) && printf '[Service]\\n\(line)\\n' \(word) | sudo tee -a "
            + "\(unit.dropIns)/\(file) && \(unit.restartAnew)"
    }
}
