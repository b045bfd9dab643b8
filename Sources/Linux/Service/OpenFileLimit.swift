internal import CLinux

/// How many descriptors this process may have open.
package enum OpenFileLimit {
    /// Asks for so many, and returns how many there may be.
    @discardableResult
    package static func raise(to wanted: Int) -> Int {
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard unsafe getrlimit(kind, &limit) == 0 else { return 0 }
        let current = limit.rlim_cur
        if current >= UInt(wanted) { return Int(clamping: current) }
        limit.rlim_cur = min(UInt(wanted), limit.rlim_max)
        guard unsafe setrlimit(kind, &limit) == 0 else { return Int(clamping: current) }
        return Int(clamping: limit.rlim_cur)
    }
}
