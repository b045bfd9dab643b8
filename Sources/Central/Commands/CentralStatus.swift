import Arguments
import Commands
import CompanionSections
import JSON
import Linux
import Notices
import PostgreSQL

/// The command `status`: which bridges hand in, and how far behind each is.
enum CentralStatus {
    private static let question = """
        SELECT site, bridge, version, is_connected, state, waiting, lost, set_aside,
            (extract(epoch FROM last_seen) * 1000)::bigint AS last_seen
        FROM callboard.bridges ORDER BY site, bridge
        """

    /// One bridge.
    private struct Bridge {
        let site: String
        let name: String
        let version: String
        let isConnected: Bool
        let state: String
        let waiting: Int
        let lost: Int
        let setAside: Int
        let lastSeen: WallTime

        init(_ row: Row) throws(ServerFailure) {
            site = try row.value(0)
            name = try row.value(1)
            version = try row.value(2)
            isConnected = try row.value(3)
            state = try row.optional(4) ?? ""
            waiting = try row.optional(5) ?? 0
            lost = try row.optional(6) ?? 0
            setAside = try row.optional(7) ?? 0
            lastSeen = WallTime(milliseconds: try row.value(8))
        }

        func isSilent(for limit: Duration, at now: WallTime) -> Bool {
            now.milliseconds - lastSeen.milliseconds > limit.milliseconds
        }
    }

    /// Shows it; the status is 1 where a bridge is silent for too long.
    static func run(_ arguments: ParsedArguments) -> ExitStatus {
        let isJSON = JSONChoice.isWanted(arguments)
        return CentralFile(arguments).asking { (settings, centre) throws(ServerFailure) in
            let rows = try centre.wait { (server) throws(BatchFailure) in
                try await server.rows(Statement(question))
            }
            var bridges: [Bridge] = []
            for row in rows { bridges.append(try Bridge(row)) }
            let now = WallTime.now
            let isAlarming = bridges.contains { $0.isSilent(for: settings.alarm, at: now) }
            let text =
                isJSON ? line(bridges, settings.alarm, now) : page(bridges, settings.alarm, now)
            let status = Messages.print(text)
            return status == .success && isAlarming ? .failure : status
        }
    }

    private static func page(_ bridges: [Bridge], _ alarm: Duration, _ now: WallTime) -> String {
        guard !bridges.isEmpty else { return "No bridge has handed anything in yet.\n" }
        let width = bridges.map { "\($0.site)/\($0.name)".cleaned().count }.max() ?? 0
        return bridges.map { bridge in
            let name = "\(bridge.site)/\(bridge.name)".cleaned()
            var line = name + String(repeating: " ", count: width - name.count + 2)
            let age = Duration.milliseconds(max(0, now.milliseconds - bridge.lastSeen.milliseconds))
            if bridge.isSilent(for: alarm, at: now) {
                line += "SILENT for \(age.roughWords)"
            } else if bridge.isConnected {
                line += bridge.state.isEmpty ? "connected" : bridge.state.cleaned()
            } else {
                line += "away for \(age.roughWords)"
            }
            if bridge.waiting > 0 { line += ", \(bridge.waiting) waiting" }
            if bridge.lost > 0 { line += ", \(bridge.lost) lost" }
            if bridge.setAside > 0 { line += ", \(bridge.setAside) not taken" }
            return line + "  (\(bridge.version.cleaned()))\n"
        }.joined()
    }

    private static func line(_ bridges: [Bridge], _ alarm: Duration, _ now: WallTime) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("bridges")
        writer.beginArray()
        for bridge in bridges {
            writer.beginObject()
            writer.member("site", bridge.site)
            writer.member("bridge", bridge.name)
            writer.member("version", bridge.version)
            writer.member("connected", bridge.isConnected)
            writer.member("state", bridge.state)
            writer.member("last_seen", bridge.lastSeen.timestamp)
            writer.member("silent", bridge.isSilent(for: alarm, at: now))
            writer.member("waiting", bridge.waiting)
            writer.member("lost", bridge.lost)
            writer.member("set_aside", bridge.setAside)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        writer.endLine()
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension Duration {
    /// About how long that is, in one unit.
    fileprivate var roughWords: String {
        let seconds = components.seconds
        return switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7200: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) days"
        }
    }
}
