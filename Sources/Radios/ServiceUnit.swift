package import Configuration

/// One of the two services, by its name.
package struct ServiceUnit: Hashable, Sendable {
    /// The one that uses bluetoothd.
    package static let usual = ServiceUnit(name: "callboard")
    /// The one that does without.
    package static let kernel = ServiceUnit(name: "callboard-kernel")

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

    package var file: String { "\(name).service" }
    /// Where systemd looks for what was added to the unit.
    package var dropIns: String { "/etc/systemd/system/\(file).d" }
    /// What is there once the service begins with the machine.
    package var link: String { "/etc/systemd/system/multi-user.target.wants/\(file)" }

    package var enable: String { "sudo systemctl enable --now \(name)" }
    package var disable: String { "sudo systemctl disable --now \(name)" }
    package var restart: String { "sudo systemctl restart \(name)" }
    package var reload: String { "sudo systemctl reload \(name)" }
    /// The command that has the service begin with what it has been given.
    package var restartAnew: String { "sudo systemctl daemon-reload && \(restart)" }
}
