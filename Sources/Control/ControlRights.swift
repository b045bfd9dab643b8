package import Linux

/// What a client may be allowed to do.
package enum ControlRight: String, CaseIterable, Sendable {
    /// To read notices and how the bridge is.
    case read
    /// To answer calls, clear notices, mute apps, pair and forget phones, and reload the configuration.
    case act
    /// To see what was kept, years ago too.
    case lookBack = "look back"
    /// To hand the whole history over to a centre.
    case handOver = "hand over"
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

    /// The rights of a bridge that runs as this user.
    package init(
        user: UInt32 = CurrentProcess.user, readGroup: UserGroup? = nil,
        actGroup: UserGroup? = nil, lookBackGroup: UserGroup? = nil,
        handOverGroup: UserGroup? = nil
    ) {
        self.user = user
        self.readGroup = readGroup
        self.actGroup = actGroup
        self.lookBackGroup = lookBackGroup
        self.handOverGroup = handOverGroup
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

    /// Why somebody may not do something; nil where they may.
    package func refusal(of peer: PeerCredentials, _ right: ControlRight) -> ControlRefusal? {
        if peer.user == Self.root || peer.user == user { return nil }
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
