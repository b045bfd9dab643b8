import Linux

/// Isolation of a demo from the host's real bridge: removes variables from the environment, also for child programs.
enum DemoSurroundings {
    private static let prefix = "CALLBOARD_"
    /// Variables that a service manager sets.
    private static let ofServices: Set = [
        "CONFIGURATION_DIRECTORY", "CREDENTIALS_DIRECTORY", "LOGS_DIRECTORY", "NOTIFY_SOCKET",
        "RUNTIME_DIRECTORY", "STATE_DIRECTORY", "WATCHDOG_PID", "WATCHDOG_USEC",
    ]

    /// Removes all these variables.
    static func leave() {
        for (name, _) in Environment.all
        where name.hasPrefix(prefix) || ofServices.contains(name) {
            Environment.remove(name)
        }
    }
}
