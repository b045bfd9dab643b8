import Linux
import Notices
import PostgreSQL

/// A bridge as listed in the central database.
struct CentralBridge: Hashable, Sendable {
    /// Query of the bridges; `init(_:)` reads its rows.
    static let question = """
        SELECT site, bridge, version, is_connected, state, waiting, lost, set_aside,
            (extract(epoch FROM last_seen) * 1000)::bigint AS last_seen, history, number,
            (extract(epoch FROM clock_timestamp() - last_seen) * 1000)::bigint AS silence
        FROM callboard.bridges ORDER BY site, bridge
        """

    let site: String
    /// Name of the bridge within the site.
    let name: String
    /// Version of its program.
    let version: String
    let isConnected: Bool
    /// Its last reported status.
    let state: String
    /// Notifications not uploaded yet.
    let waiting: Int
    /// Notifications deleted before they were uploaded.
    let lost: Int
    /// Notifications that the central database refused.
    let setAside: Int
    let lastSeen: WallTime
    /// ID of its history.
    let history: String
    /// Number of the history in NOTIFY messages.
    let number: Int
    /// Time since the last sign of life, by the database server's clock: the clock of this host may differ.
    let silence: Duration

    /// Site and name for display.
    var place: String { "\(site)/\(name)".cleaned() }

    /// Whether the bridge's notifications were imported, so that no sign of life is expected.
    var isImported: Bool { !isConnected && state == IntakeQuestions.state }

    /// Whether the last sign of life is older than this.
    func isSilent(for limit: Duration) -> Bool { !isImported && silence > limit }

    /// Text about the absence; nil if the bridge is connected and not silent, or was imported.
    ///
    /// - Parameter alarm: silence after which the text is emphasized.
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
