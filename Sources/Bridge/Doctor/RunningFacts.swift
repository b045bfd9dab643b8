import Commands
import Configuration
import Linux

/// Paths that the running bridge reports, which take precedence over defaults.
extension MachineFacts {
    /// Returns the state folder of the bridge; without a named one, that of the service if the user has none.
    func stateFolder(_ state: StateOptions, isOfService: Bool) -> String {
        if state.isNamed { return state.folder }
        if let folder = running?.stateFolder { return folder }
        let hasNone =
            !FileDescriptor.exists(state.folder) && FileDescriptor.exists(StateFacts.ofSystem)
        return isOfService || hasNone ? StateFacts.ofSystem : state.folder
    }

    /// Records the state folder of the running bridge.
    mutating func note(_ folder: String?) {
        guard let folder else { return }
        state.isOfRunning =
            FileDescriptor.canonicalPath(folder) == FileDescriptor.canonicalPath(state.folder)
        state.otherOfRunning = state.isOfRunning ? nil : folder
        // Advised commands use the same folder.
        let usual = [StateOptions.usualFolder, StateFacts.ofSystem]
        if given.state == nil, !usual.contains(folder) { given.state = folder }
    }

    /// Returns the running bridge's configuration if it is another one and none was named.
    func fileOfRunning(insteadOf file: SettingsFile) -> String? {
        guard file.named == nil, let running, running.hasConfiguration,
            let path = running.configurationFile,
            FileDescriptor.canonicalPath(path) != FileDescriptor.canonicalPath(file.path)
        else { return nil }
        return path
    }
}
