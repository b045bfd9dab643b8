import Control
import Linux

/// Outcome of the last reading of the configuration.
struct Reload {
    /// Error of a rejected configuration.
    var problem: String?
    /// Changed settings that require a restart.
    var needsRestart: [String] = []
    private let time = SteadyTime.now

    /// Message about changes that require a restart; nil if there are none.
    var sentence: String? {
        guard !needsRestart.isEmpty else { return nil }
        return "the configuration was read; changes of \(needsRestart.joined(separator: ", ")) "
            + "apply only once the bridge is restarted"
    }

    /// Returns the status of the configuration in this file.
    func status(of path: String) -> StatusConfiguration {
        var status = StatusConfiguration()
        status.file = FileDescriptor.absolutePath(path)
        status.exists = FileDescriptor.exists(path)
        status.read = time.wall
        status.needsRestart = needsRestart
        status.problem = problem
        return status
    }
}
