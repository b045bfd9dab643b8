/// One of the two services, by its name.
struct ServiceUnit: Hashable, Sendable {
    /// The one that uses bluetoothd.
    static let usual = ServiceUnit(name: "callboard")
    /// The one that does without.
    static let kernel = ServiceUnit(name: "callboard-kernel")

    let name: String

    private init(name: String) {
        self.name = name
    }

    /// The one for a radio.
    init(of radio: RealRadio) {
        switch radio {
        case .bluez: self = .usual
        case .kernel: self = .kernel
        }
    }

    var file: String { "\(name).service" }
    /// Where systemd looks for what was added to the unit.
    var dropIns: String { "/etc/systemd/system/\(file).d" }
    /// What is there once the service begins with the machine.
    var link: String { "/etc/systemd/system/multi-user.target.wants/\(file)" }

    var enable: String { "sudo systemctl enable --now \(name)" }
    var disable: String { "sudo systemctl disable --now \(name)" }
    var restart: String { "sudo systemctl restart \(name)" }
    var reload: String { "sudo systemctl reload \(name)" }
    /// The command that has the service begin with what it has been given.
    var restartAnew: String { "sudo systemctl daemon-reload && \(restart)" }
}
