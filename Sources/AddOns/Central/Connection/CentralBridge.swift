import Linux
import Notices
import PostgreSQL

/// A bridge as a centre knows it.
struct CentralBridge: Hashable, Sendable {
    /// What is asked for them; the rows are taken by `init(_:)`.
    static let question = """
        SELECT site, bridge, version, is_connected, state, waiting, lost, set_aside,
            (extract(epoch FROM last_seen) * 1000)::bigint AS last_seen, history, number,
            (extract(epoch FROM clock_timestamp() - last_seen) * 1000)::bigint AS silence
        FROM callboard.bridges ORDER BY site, bridge
        """

    /// Where it is.
    let site: String
    /// What it is called there.
    let name: String
    /// Of what version its program is.
    let version: String
    /// Whether it is there now.
    let isConnected: Bool
    /// What it said last of how it is.
    let state: String
    /// Notices that are still to come.
    let waiting: Int
    /// Notices that were deleted before they came.
    let lost: Int
    /// Notices that were refused.
    let setAside: Int
    /// When it was heard of last.
    let lastSeen: WallTime
    /// The name of its history.
    let history: String
    /// The number of that in messages of the channel.
    let number: Int
    /// For how long nothing was heard of it, by the centre's own clock: that of whoever looks may be another.
    let silence: Duration

    /// Both names, as people are shown them.
    var place: String { "\(site)/\(name)".cleaned() }

    /// Whether nobody is to be heard of, since its notices were imported.
    var isImported: Bool { !isConnected && state == IntakeQuestions.state }

    /// Whether it was not heard of for longer than this.
    func isSilent(for limit: Duration) -> Bool { !isImported && silence > limit }

    /// For how long it has not been there, in words; nil where it is.
    ///
    /// - Parameter alarm: after how long that is worth capitals.
    func absence(alarm: Duration) -> String? {
        if isImported { return nil }
        if isSilent(for: alarm) { return "SILENT for \(silence.roughWords)" }
        return isConnected ? nil : "away for \(silence.roughWords)"
    }
}

extension CentralBridge {
    init(_ row: ResultRow) throws(ServerFailure) {
        site = try row.value(0)
        name = try row.value(1)
        version = try row.value(2)
        isConnected = try row.value(3)
        state = try row.optional(4) ?? ""
        waiting = try row.optional(5) ?? 0
        lost = try row.optional(6) ?? 0
        setAside = try row.optional(7) ?? 0
        lastSeen = WallTime(milliseconds: try row.value(8))
        history = try row.value(9)
        number = try row.value(10)
        silence = .milliseconds(max(0, try row.value(11, as: Int64.self)))
    }
}
