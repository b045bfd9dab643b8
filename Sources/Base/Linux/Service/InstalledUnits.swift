/// The units that the service manager of this machine could start.
package enum InstalledUnits {
    /// What is there as long as systemd runs the machine.
    private static let sign = "/run/systemd/system"
    private static let folders = [
        "/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system",
        "/usr/lib/systemd/system", "/lib/systemd/system",
    ]

    /// Those of some services that systemd has; none where it does not run the machine.
    package static func among(
        _ names: [String], exists: (String) -> Bool = FileDescriptor.exists
    ) -> [String] {
        guard exists(sign) else { return [] }
        return names.filter { name in folders.contains { exists("\($0)/\(name).service") } }
    }

    /// The command that starts the first of these services that is installed, with the others in
    /// parentheses; nil where none is.
    package static func start(
        _ names: [String], isRoot: Bool = CurrentProcess.isRoot,
        exists: (String) -> Bool = FileDescriptor.exists
    ) -> String? {
        let found = among(names, exists: exists)
        guard let first = found.first else { return nil }
        let others = found.dropFirst().joined(separator: " or ")
        return (isRoot ? "" : "sudo ") + "systemctl start \(first)"
            + (others.isEmpty ? "" : " (or \(others))")
    }
}
