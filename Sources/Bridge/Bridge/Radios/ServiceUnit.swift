package import Configuration

/// One of the two services, by its name.
package struct ServiceUnit: Hashable, Sendable {
    /// The one that uses bluetoothd.
    package static let usual = ServiceUnit(name: "callboard")
    /// The one that does without.
    package static let kernel = ServiceUnit(name: "callboard-kernel")

    /// The unit's name, without `.service`.
    package let name: String

    private init(name: String) {
        self.name = name
    }

    /// The one for a radio.
    package init(of radio: RealRadio) {
        switch radio {
        case .bluez: self = .usual
        case .kernel: self = .kernel
        }
    }

    /// The unit's whole name, which is also that of its file.
    package var file: String { "\(name).service" }
    /// Where systemd looks for what was added to the unit.
    package var dropIns: String { "/etc/systemd/system/\(file).d" }
    /// What is there once the service begins with the machine.
    package var link: String { "/etc/systemd/system/multi-user.target.wants/\(file)" }

    /// The command that starts it now and whenever the machine starts.
    package var enable: String { "sudo systemctl enable --now \(name)" }
    /// The command that stops it and lets it start no more.
    package var disable: String { "sudo systemctl disable --now \(name)" }
    /// The command that ends it and starts it.
    package var restart: String { "sudo systemctl restart \(name)" }
    /// The command that has it read its configuration again.
    package var reload: String { "sudo systemctl reload \(name)" }
    /// The command that has the service begin with what it has been given.
    package var restartAnew: String { "sudo systemctl daemon-reload && \(restart)" }
}
