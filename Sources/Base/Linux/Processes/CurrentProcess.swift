internal import CLinux

/// What this process is.
package enum CurrentProcess {
    /// Whether it may do everything.
    package static var isRoot: Bool { geteuid() == 0 }

    /// Whether it is a member of a group, or may give files to any.
    package static func isMember(of group: UInt32) -> Bool {
        var groups = [gid_t](repeating: 0, count: 1024)
        let count = max(0, unsafe getgroups(Int32(groups.count), &groups))
        return isRoot || getegid() == group || groups.prefix(Int(count)).contains(group)
    }

    /// Stops it and what was started with it, until somebody has it go on; it goes on at once where
    /// nobody could.
    package static func suspendGroup() {
        kill(0, SIGTSTP)
    }

    /// The kernel's number for it.
    package static var id: Int32 { getpid() }

    /// Whether it may manage networks and Bluetooth adapters: `CAP_NET_ADMIN`.
    package static var managesNetworks: Bool { callboard_holds_capability(CAP_NET_ADMIN) == 1 }

    /// Keeps the programs that it starts from the capabilities that it was started with.
    ///
    /// Each thread has a set of its own, which the threads that it begins inherit: this is for the
    /// first one, before there are others.
    package static func keepCapabilitiesFromChildren() {
        // A kernel that does not know such sets passes nothing on.
        _ = callboard_drop_ambient_capabilities()
    }

    /// The user that it acts as.
    package static var user: UInt32 { geteuid() }

    /// Asks to have so many descriptors open, and returns how many there may be.
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

    /// Gives memory that is free, but kept for what comes, back to the system.
    package static func giveBackMemory() {
        _ = malloc_trim(0)
    }

    /// Ends it at once with a status.
    package static func end(with status: Int32) -> Never {
        exit(status)
    }
}
