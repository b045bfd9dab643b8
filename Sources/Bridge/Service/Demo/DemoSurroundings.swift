import Linux

/// Keeps a demo apart from the real bridge of this host: what the environment says of that reaches neither the demo
/// nor the programs that it starts.
enum DemoSurroundings {
    private static let prefix = "CALLBOARD_"
    /// What a service manager says to a service.
    private static let ofServices: Set = [
        "CONFIGURATION_DIRECTORY", "CREDENTIALS_DIRECTORY", "LOGS_DIRECTORY", "NOTIFY_SOCKET",
        "RUNTIME_DIRECTORY", "STATE_DIRECTORY", "WATCHDOG_PID", "WATCHDOG_USEC",
    ]

    /// Forgets all of it.
    static func leave() {
        for (name, _) in Environment.all
        where name.hasPrefix(prefix) || ofServices.contains(name) {
            Environment.remove(name)
        }
    }
}
