import Commands
import Configuration
import Linux

/// Paths that the running bridge reports, which take precedence over defaults.
extension MachineFacts {
    /// Returns the state folder to check: that of `--state`, else that of the running bridge.
    ///
    /// Without both, it is that of the service if its socket is used or the user has none, otherwise the user's own.
    ///
    /// - Parameter isOfService: whether the socket is that of the service.
    func stateFolder(_ state: StateOptions, isOfService: Bool) -> String {
        if state.isNamed { return state.folder }
        if let folder = running?.stateFolder { return folder }
        let hasNone =
            !FileDescriptor.exists(state.folder) && FileDescriptor.exists(StateFacts.ofSystem)
        return isOfService || hasNone ? StateFacts.ofSystem : state.folder
    }

    /// Records the state folder of the running bridge; nil if it reports none.
    mutating func note(_ folder: String?) {
        guard let folder else { return }
        state.isOfRunning =
            FileDescriptor.canonicalPath(folder) == FileDescriptor.canonicalPath(state.folder)
        state.otherOfRunning = state.isOfRunning ? nil : folder
        // Advised commands use the same folder.
        let usual = [StateOptions.usualFolder, StateFacts.ofSystem]
        if given.state == nil, !usual.contains(folder) { given.state = folder }
    }

    /// Returns the path of the running bridge's configuration; nil if it is the same file, or `--config` was given.
    func fileOfRunning(insteadOf file: SettingsFile) -> String? {
        guard file.named == nil, let running, running.hasConfiguration,
            let path = running.configurationFile,
            FileDescriptor.canonicalPath(path) != FileDescriptor.canonicalPath(file.path)
        else { return nil }
        return path
    }
}
