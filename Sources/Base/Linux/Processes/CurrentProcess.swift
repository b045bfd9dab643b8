internal import CLinux

/// Properties of this process.
package enum CurrentProcess {
    /// Whether the process runs as root.
    package static var isRoot: Bool { geteuid() == 0 }

    /// Returns whether the process is a member of a group, or root.
    package static func isMember(of group: UInt32) -> Bool {
        var groups = [gid_t](repeating: 0, count: 1024)
        let count = max(0, unsafe getgroups(Int32(groups.count), &groups))
        return isRoot || getegid() == group || groups.prefix(Int(count)).contains(group)
    }

    /// Suspends the process group until it is continued; without effect if no process could
    /// continue it.
    package static func suspendGroup() {
        kill(0, SIGTSTP)
    }

    /// Process id.
    package static var id: Int32 { getpid() }

    /// Whether the process has `CAP_NET_ADMIN`, which allows managing networks and Bluetooth
    /// adapters.
    package static var managesNetworks: Bool { callboard_holds_capability(CAP_NET_ADMIN) == 1 }

    /// Whether the process has `CAP_SYS_TIME`, which allows setting the clock of the host.
    package static var setsClocks: Bool { callboard_holds_capability(CAP_SYS_TIME) == 1 }

    /// Drops the ambient capabilities, so that child processes do not inherit them.
    ///
    /// Each thread has its own set, which new threads inherit: call this on the first thread before
    /// there are others.
    package static func keepCapabilitiesFromChildren() {
        // A kernel without ambient sets passes nothing on.
        _ = callboard_drop_ambient_capabilities()
    }

    /// Effective user id.
    package static var user: UInt32 { geteuid() }

    /// Raises the limit of open descriptors, and returns the resulting limit.
    @discardableResult
    package static func raiseOpenFileLimit(to wanted: Int) -> Int {
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard unsafe getrlimit(kind, &limit) == 0 else { return 0 }
        let current = limit.rlim_cur
        if current >= UInt(wanted) { return Int(clamping: current) }
        limit.rlim_cur = min(UInt(wanted), limit.rlim_max)
        guard unsafe setrlimit(kind, &limit) == 0 else { return Int(clamping: current) }
        return Int(clamping: limit.rlim_cur)
    }

    /// Returns free heap memory to the system.
    package static func giveBackMemory() {
        _ = malloc_trim(0)
    }

    /// Exits at once with a status.
    package static func end(with status: Int32) -> Never {
        exit(status)
    }
}
