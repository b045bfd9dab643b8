/// The installed systemd units.
package enum InstalledUnits {
    /// A folder that exists only if systemd is the init system.
    private static let sign = "/run/systemd/system"
    private static let folders = [
        "/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system",
        "/usr/lib/systemd/system", "/lib/systemd/system",
    ]

    /// Returns the installed services among these names; none without systemd.
    package static func among(
        _ names: [String], exists: (String) -> Bool = FileDescriptor.exists
    ) -> [String] {
        guard exists(sign) else { return [] }
        return names.filter { name in folders.contains { exists("\($0)/\(name).service") } }
    }

    /// Returns the command that starts the first installed service, with the others in parentheses;
    /// nil if none is installed.
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
