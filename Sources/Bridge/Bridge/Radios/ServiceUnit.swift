package import Configuration

/// One of the two systemd units.
package struct ServiceUnit: Hashable, Sendable {
    /// The service that uses bluetoothd.
    package static let usual = ServiceUnit(name: "callboard")
    /// The service that uses the kernel directly.
    package static let kernel = ServiceUnit(name: "callboard-kernel")

    /// Name without `.service`.
    package let name: String

    private init(name: String) {
        self.name = name
    }

    /// Returns the unit for a radio.
    package init(of radio: RealRadio) {
        switch radio {
        case .bluez: self = .usual
        case .kernel: self = .kernel
        }
    }

    /// Full unit name, which is also its file name.
    package var file: String { "\(name).service" }
    /// Folder of the unit's drop-in files.
    package var dropIns: String { "/etc/systemd/system/\(file).d" }
    /// Symbolic link that exists while the service is enabled.
    package var link: String { "/etc/systemd/system/multi-user.target.wants/\(file)" }

    /// Command that enables and starts the service.
    package var enable: String { "sudo systemctl enable --now \(name)" }
    /// Command that stops and disables the service.
    package var disable: String { "sudo systemctl disable --now \(name)" }
    /// Command that restarts the service.
    package var restart: String { "sudo systemctl restart \(name)" }
    /// Command that reloads the configuration.
    package var reload: String { "sudo systemctl reload \(name)" }
    /// Command that restarts the service after a change of its unit files.
    package var restartAnew: String { "sudo systemctl daemon-reload && \(restart)" }
}
