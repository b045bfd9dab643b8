extension ServiceRights {
    /// The command that has the service begin with what it has been given.
    static let restart = "sudo systemctl daemon-reload && sudo systemctl restart callboard"

    /// The command that gives the service what a drop-in among the examples opens.
    func giving(_ example: String) -> String {
        "sudo install -D -m 0644 -t \(Self.folder) \(examples)/\(example) && \(Self.restart)"
    }

    /// The command that gives the service one of the machine's own screens.
    func giving(screen node: String) -> String {
        let example = "console.conf"
        guard node != "tty1" else { return giving(example) }
        return "sudo install -d \(Self.folder) && sed s/tty1/\(node)/g \(examples)/\(example) | "
            + "sudo tee -a \(Self.folder)/\(example) && \(Self.restart)"
    }

    /// The command that gives the service a terminal.
    func giving(_ device: SerialDevice) -> String {
        device.isVirtual ? giving(screen: device.node) : giving("serial.conf")
    }

    /// The command that adds a line to a drop-in, with a word in the place of `%s`.
    static func adding(_ line: String, _ word: String, to file: String) -> String {
        "sudo install -d \(folder) && printf '[Service]\\n\(line)\\n' \(word) | sudo tee -a "
            + "\(folder)/\(file) && \(restart)"
    }
}
