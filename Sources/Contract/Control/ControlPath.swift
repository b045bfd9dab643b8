internal import Linux

/// Where the control socket is unless a person says otherwise.
package enum ControlPath {
    /// The socket of the service.
    package static let system = "/run/callboard/control.sock"

    /// The services that listen there, by the names of their units.
    static let services = ["callboard", "callboard-kernel"]

    /// Where this process would listen; nil where it is given no place for sockets.
    package static var ofServer: String? {
        server(
            isRoot: CurrentProcess.isRoot, serviceFolder: Environment.value("RUNTIME_DIRECTORY"),
            userFolder: Environment.value("XDG_RUNTIME_DIR"))
    }

    /// Where this process would look for a bridge.
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
