internal import Linux

/// Default path of the control socket.
package enum ControlPath {
    /// Socket of the system service.
    package static let system = "/run/callboard/control.sock"

    /// Units of the services that use this socket.
    static let services = ["callboard", "callboard-kernel"]

    /// Command that starts a bridge which listens at a path.
    package static func start(at path: String) -> String {
        path == system
            ? "sudo systemctl enable --now \(services[0])" : "callboard run --socket \(path)"
    }

    /// Path at which this process would listen; nil if it has no folder for sockets.
    package static var ofServer: String? {
        server(
            isRoot: CurrentProcess.isRoot, serviceFolder: Environment.value("RUNTIME_DIRECTORY"),
            userFolder: Environment.value("XDG_RUNTIME_DIR"))
    }

    /// Path at which this process would look for a bridge.
    package static var ofClient: String {
        client(
            isRoot: CurrentProcess.isRoot, userFolder: Environment.value("XDG_RUNTIME_DIR"),
            isThere: SocketPlace.isTaken)
    }

    static func server(isRoot: Bool, serviceFolder: String?, userFolder: String?) -> String? {
        if isRoot { return system }
        // A service manager names the folders that it made, with colons between them.
        let folders = serviceFolder?.split(separator: ":") ?? []
        if folders.contains("/run/callboard") { return system }
        return path(inUserFolder: userFolder)
    }

    static func client(
        isRoot: Bool, userFolder: String?, isThere: (String) -> Bool
    ) -> String {
        if isRoot || isThere(system) { return system }
        return path(inUserFolder: userFolder) ?? system
    }

    private static func path(inUserFolder folder: String?) -> String? {
        guard let folder, folder.hasPrefix("/") else { return nil }
        return folder + "/callboard/control.sock"
    }
}
