internal import CLinux

/// Who made a connection, as the kernel vouches.
package struct PeerCredentials: Hashable, Sendable {
    /// The process that connected.
    package let process: Int32
    /// The user that it ran as.
    package let user: UInt32
    /// The group that it ran as, beside its other groups.
    package let group: UInt32
    /// The further groups that the process was in.
    package let supplementaryGroups: [UInt32]

    /// The credentials of a peer, where the kernel is not asked for them.
    package init(process: Int32, user: UInt32, group: UInt32, supplementaryGroups: [UInt32]) {
        self.process = process
        self.user = user
        self.group = group
        self.supplementaryGroups = supplementaryGroups
    }

    /// Whether the process was in a group.
    package func isMember(of group: UInt32) -> Bool {
        self.group == group || supplementaryGroups.contains(group)
    }

    /// The most groups that Linux lets a process be in.
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
            // Where there is too little room the kernel says how much it wants.
            let wanted = Int(length) / size
            guard error == .outOfRange, wanted > groups.count, wanted <= mostGroups else {
                throw error
            }
            groups = [gid_t](repeating: 0, count: wanted)
        }
    }
}
