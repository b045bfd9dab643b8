internal import Linux

/// The connections from which one has to go, so that a further one has room.
struct WebCrowd {
    /// A connection, the network of its other end, and of how much use it is.
    typealias Member = (number: UInt64, origin: PeerNetwork?, use: WebConnection.Use)

    private let members: [Member]

    init(_ members: [Member]) {
        self.members = members
    }

    /// The connection that goes: the least useful one of the network with the most connections.
    ///
    /// A client that connects often thus ends its own connections, not those of others. Connections over a
    /// socket of this machine come from a proxy: they are of many networks, which nobody knows here.
    var leastUseful: UInt64? {
        var counts: [PeerNetwork: Int] = [:]
        for member in members { if let origin = member.origin { counts[origin, default: 0] += 1 } }
        let most = counts.values.max() ?? 0
        let candidates = members.filter { $0.origin.map { counts[$0] == most } ?? true }
        return candidates.min { ($0.use, $0.number) < ($1.use, $1.number) }?.number
    }
}
