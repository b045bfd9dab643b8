internal import CLinux

/// Listening sockets that a service manager has opened for the process (socket activation).
package enum PassedSockets {
    /// The number of the first descriptor that is passed.
    private static let first: Int32 = 3
    /// More than this are not meant for this program.
    private static let most: Int32 = 64

    /// Takes those that were passed to this process, once: later calls find none, nor do the
    /// processes that it starts.
    package static func take() -> [Int32] {
        let count = count(
            process: Environment.value("LISTEN_PID"), count: Environment.value("LISTEN_FDS"),
            own: getpid())
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { Environment.remove(name) }
        let numbers = Array(first..<(first + count))
        return numbers.filter { callboard_make_close_on_exec($0) == 0 }
    }

    /// How many were passed, as the environment has it.
    static func count(process: String?, count: String?, own: Int32) -> Int32 {
        // The variables may have been meant for the process that started this one.
        guard let process, Int32(process) == own, let count = count.flatMap({ Int32($0) }),
            (1...most).contains(count)
        else { return 0 }
        return count
    }
}

extension Environment {
    /// Forgets a variable, so that no process that is started later has it.
    package static func remove(_ name: String) {
        _ = unsafe unsetenv(name)
    }
}
