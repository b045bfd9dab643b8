import Bridge

extension ServiceRights {
    /// The command that gives the service what a drop-in among the examples opens.
    func giving(_ example: String) -> String {
        "sudo install -D -m 0644 -t \(unit.dropIns) \(examples)/\(example) && \(unit.restartAnew)"
    }

    /// The command that gives the service one of the machine's own screens.
    func giving(screen node: String) -> String {
        let example = "console.conf"
        guard node != "tty1" else { return giving(example) }
        return "sudo install -d \(unit.dropIns) && sed s/tty1/\(node)/g \(examples)/\(example) | "
            + "sudo tee -a \(unit.dropIns)/\(example) && \(unit.restartAnew)"
    }

    /// The command that gives the service a terminal.
    func giving(_ device: SerialDevice) -> String {
        device.isVirtual ? giving(screen: device.node) : giving("serial.conf")
    }

    /// The command that adds a line to a drop-in, with a word in the place of `%s`.
    func adding(_ line: String, _ word: String, to file: String) -> String {
        "sudo install -d \(unit.dropIns) && printf '[Service]\\n\(line)\\n' \(word) | sudo tee -a "
            + "\(unit.dropIns)/\(file) && \(unit.restartAnew)"
    }
}
