internal import Linux

/// The candidates for closing when a new connection needs room.
struct WebCrowd {
    /// A connection, the network of its peer, and its usefulness.
    typealias Member = (number: UInt64, origin: PeerNetwork?, use: WebConnection.Use)

    private let members: [Member]

    init(_ members: [Member]) {
        self.members = members
    }

    /// The connection to close: the least useful one of the network with the most connections.
    ///
    /// So a client that connects often closes its own connections, not those of others. Connections
    /// over a local socket come from a proxy: their networks are unknown, so all are candidates.
    var leastUseful: UInt64? {
        var counts: [PeerNetwork: Int] = [:]
        for member in members { if let origin = member.origin { counts[origin, default: 0] += 1 } }
        let most = counts.values.max() ?? 0
        let candidates = members.filter { $0.origin.map { counts[$0] == most } ?? true }
        return candidates.min { ($0.use, $0.number) < ($1.use, $1.number) }?.number
    }
}
