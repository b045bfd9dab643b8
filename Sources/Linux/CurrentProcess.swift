internal import CLinux

/// What this process is.
package enum CurrentProcess {
    /// Whether it may do everything.
    package static var isRoot: Bool { geteuid() == 0 }
}
