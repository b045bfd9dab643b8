package import Contract
package import Linux

/// What place a client has at the control socket.
package enum ControlStanding: Hashable, Sendable {
    /// It has no right at all, and no place.
    case stranger(ControlRefusal)
    /// It has some right; a user has only so many places.
    case user
    /// It is an add-on service, which always finds a few places.
    case service
    /// It is root or the bridge's own user, and may look what is wrong when all places are taken.
    case owner
}

/// Who may do what: root and the bridge's own user everything, members of four groups one thing each.
package struct ControlRights: Hashable, Sendable {
    private static let root: UInt32 = 0

    /// The bridge's own user, who may do everything.
    package var user: UInt32
    /// The group whose members may read; nil where none may.
    package var readGroup: UserGroup?
    /// The group whose members may act; nil where none may.
    package var actGroup: UserGroup?
    /// The group whose members may look back; nil where none may.
    package var lookBackGroup: UserGroup?
    /// The group whose members may hand the history over; nil where none may.
    package var handOverGroup: UserGroup?
    /// The users of add-on services, by their numbers.
    package var services: Set<UInt32>

    /// The rights of a bridge that runs as this user.
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

    /// The group whose members have a right.
    package func group(for right: ControlRight) -> UserGroup? {
        switch right {
        case .read: readGroup
        case .act: actGroup
        case .lookBack: lookBackGroup
        case .handOver: handOverGroup
        }
    }

    /// What place somebody has at the control socket.
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

    /// Every other right needs one of these two.
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

    /// Why somebody may not do something; nil where they may.
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
        // A program's group may let others in elsewhere, such as a proxy at the socket of the wall.
        return [.lookBack, .handOver].contains(right) ? refusal(of: peer, .read) : nil
    }

    /// Where the socket stands so that those who have a right can connect, and as few others as
    /// the file system lets one say.
    ///
    /// Whoever may look back or hand over has to be able to read as well.
    package func place(at path: String) -> SocketPlace {
        switch (readGroup, actGroup) {
        case (nil, nil): SocketPlace(path: path, mode: 0o600)
        case (let group?, nil), (nil, let group?):
            SocketPlace(path: path, mode: 0o660, group: group)
        case (let read?, let act?) where read.number == act.number:
            SocketPlace(path: path, mode: 0o660, group: read)
        // A file has one group; the bridge looks at everybody who comes in any case.
        default: SocketPlace(path: path, mode: 0o666)
        }
    }
}
