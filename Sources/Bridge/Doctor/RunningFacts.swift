import Commands
import Configuration
import Linux

/// What the running bridge says that it uses comes before what a bridge usually has.
extension MachineFacts {
    /// The folder of the bridge in question; if none is named, the service's rather than one of
    /// the person's own that is not there.
    func stateFolder(_ state: StateOptions, isOfService: Bool) -> String {
        if state.isNamed { return state.folder }
        if let folder = running?.stateFolder { return folder }
        let hasNone =
            !FileDescriptor.exists(state.folder) && FileDescriptor.exists(StateFacts.ofSystem)
        return isOfService || hasNone ? StateFacts.ofSystem : state.folder
    }

    /// Notes which folder the running bridge uses.
    mutating func note(_ folder: String?) {
        guard let folder else { return }
        state.isOfRunning =
            FileDescriptor.canonicalPath(folder) == FileDescriptor.canonicalPath(state.folder)
        state.otherOfRunning = state.isOfRunning ? nil : folder
        // What is advised is about the same folder.
        let usual = [StateOptions.usualFolder, StateFacts.ofSystem]
        if given.state == nil, !usual.contains(folder) { given.state = folder }
    }

    /// The configuration that the running bridge reads, if that is another one and none was named.
    func fileOfRunning(insteadOf file: SettingsFile) -> String? {
        guard file.named == nil, let running, running.hasConfiguration,
            let path = running.configurationFile,
            FileDescriptor.canonicalPath(path) != FileDescriptor.canonicalPath(file.path)
        else { return nil }
        return path
    }
}
