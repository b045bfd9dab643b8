internal import CLinux

/// What this process is.
package enum CurrentProcess {
    /// Whether it may do everything.
    package static var isRoot: Bool { geteuid() == 0 }

    /// The kernel's number for it.
    package static var id: Int32 { getpid() }

    /// The user that it acts as.
    package static var user: UInt32 { geteuid() }
}
