internal import CLinux

/// The end of this process.
package enum ProcessExit {
    /// Ends the process at once with a status.
    package static func now(with status: Int32) -> Never {
        exit(status)
    }
}
