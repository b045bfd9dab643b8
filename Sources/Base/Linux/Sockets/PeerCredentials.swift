internal import CLinux

/// Identity of a peer process, verified by the kernel.
package struct PeerCredentials: Hashable, Sendable {
    /// Process id.
    package let process: Int32
    /// User id.
    package let user: UInt32
    /// Primary group id.
    package let group: UInt32
    /// Supplementary group ids.
    package let supplementaryGroups: [UInt32]

    /// Creates unverified credentials, for tests.
    package init(process: Int32, user: UInt32, group: UInt32, supplementaryGroups: [UInt32]) {
        self.process = process
        self.user = user
        self.group = group
        self.supplementaryGroups = supplementaryGroups
    }

    /// Returns whether the process was a member of a group.
    package func isMember(of group: UInt32) -> Bool {
        self.group == group || supplementaryGroups.contains(group)
    }

    /// Maximum number of groups of a process on Linux.
    private static let mostGroups = 65_536

    init(of socket: Int32) throws(Errno) {
        var found = callboard_credentials()
        var length = socklen_t(MemoryLayout<callboard_credentials>.size)
        guard unsafe getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &found, &length) == 0 else {
            throw .current
        }
        self.init(
            process: found.process, user: found.user, group: found.group,
            supplementaryGroups: try Self.groups(of: socket))
    }

    private static func groups(of socket: Int32) throws(Errno) -> [UInt32] {
        var groups = [gid_t](repeating: 0, count: 64)
        let size = MemoryLayout<gid_t>.size
        while true {
            var length = socklen_t(groups.count * size)
            if unsafe getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, &groups, &length) == 0 {
                return Array(groups.prefix(Int(length) / size))
            }
            let error = Errno.current
            // If the buffer is too small, the kernel returns the required size.
            let wanted = Int(length) / size
            guard error == .outOfRange, wanted > groups.count, wanted <= mostGroups else {
                throw error
            }
            groups = [gid_t](repeating: 0, count: wanted)
        }
    }
}
