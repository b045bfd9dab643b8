package import Linux

/// Class of a client, which determines its share of connections.
package enum ControlStanding: Hashable, Sendable {
    /// A client without any permission, which is refused.
    case stranger(ControlRefusal)
    /// A client with some permission; the number of connections per user is limited.
    case user
    /// An add-on service, for which a few connections are always reserved.
    case service
    /// Root or the bridge's own user, who can connect for diagnosis even if all connections are taken.
    case owner
}

/// Permissions: root and the bridge's own user may do everything, and each of four groups grants one right.
package struct ControlRights: Hashable, Sendable {
    private static let root: UInt32 = 0

    /// The bridge's own user, who has all permissions.
    package var user: UInt32
    /// Group that grants `read`; nil for none.
    package var readGroup: UserGroup?
    /// Group that grants `act`; nil for none.
    package var actGroup: UserGroup?
    /// Group that grants `lookBack`; nil for none.
    package var lookBackGroup: UserGroup?
    /// Group that grants `handOver`; nil for none.
    package var handOverGroup: UserGroup?
    /// User ids of add-on services.
    package var services: Set<UInt32>

    /// Creates the permissions of a bridge that runs as this user.
    package init(
        user: UInt32 = CurrentProcess.user, readGroup: UserGroup? = nil,
        actGroup: UserGroup? = nil, lookBackGroup: UserGroup? = nil,
        handOverGroup: UserGroup? = nil, services: Set<UInt32> = []
    ) {
        self.user = user
        self.readGroup = readGroup
        self.actGroup = actGroup
        self.lookBackGroup = lookBackGroup
        self.handOverGroup = handOverGroup
        self.services = services
    }

    /// Returns the group that grants a right.
    package func group(for right: ControlRight) -> UserGroup? {
        switch right {
        case .read: readGroup
        case .act: actGroup
        case .lookBack: lookBackGroup
        case .handOver: handOverGroup
        }
    }

    /// Returns the class of a client.
    package func standing(of peer: PeerCredentials) -> ControlStanding {
        if isOwner(peer) { return .owner }
        guard ControlRight.allCases.contains(where: { refusal(of: peer, $0) == nil }) else {
            return .stranger(strangerRefusal)
        }
        return services.contains(peer.user) ? .service : .user
    }

    private func isOwner(_ peer: PeerCredentials) -> Bool {
        peer.user == Self.root || peer.user == user
    }

    /// Error for clients without any right: without `read` and `act`, since the other rights also require `read`.
    private var strangerRefusal: ControlRefusal {
        var names = [readGroup?.name, actGroup?.name].compactMap(\.self)
        if names.count == 2, names[0] == names[1] { names.removeLast() }
        return ControlRefusal(
            .notAllowed,
            names.isEmpty
                ? "only root and the bridge's own user may connect"
                : "only root and members of the group \(names.joined(separator: " or ")) may connect"
        )
    }

    /// Returns the reason why a client lacks a right; nil if it has the right.
    package func refusal(of peer: PeerCredentials, _ right: ControlRight) -> ControlRefusal? {
        if isOwner(peer) { return nil }
        let wanted = [.read, .lookBack].contains(right) ? "to read this" : "to do this"
        guard let group = group(for: right) else {
            return ControlRefusal(
                .notAllowed, "\(wanted) one must be root or the bridge's own user")
        }
        guard peer.isMember(of: group.number) else {
            return ControlRefusal(
                .notAllowed, "\(wanted) one must be in the group \(group.name), or root")
        }
        // Membership in a service's group is not enough: a proxy is in the wall's group only to use
        // its socket.
        return [.lookBack, .handOver].contains(right) ? refusal(of: peer, .read) : nil
    }

    /// Returns the owner and mode of the socket, as restrictive as the file system permits.
    ///
    /// The groups for `lookBack` and `handOver` are not considered, since both rights also require `read`.
    package func place(at path: String) -> SocketPlace {
        switch (readGroup, actGroup) {
        case (nil, nil): SocketPlace(path: path, mode: 0o600)
        case (let group?, nil), (nil, let group?):
            SocketPlace(path: path, mode: 0o660, group: group)
        case (let read?, let act?) where read.number == act.number:
            SocketPlace(path: path, mode: 0o660, group: read)
        // A file has only one group; the bridge checks every client in any case.
        default: SocketPlace(path: path, mode: 0o666)
        }
    }
}
