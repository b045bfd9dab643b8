import Commands
import JSON
import Linux
import Notices
import PostgreSQL
import Settings

/// Command `status`: which bridges upload, and how far behind each is.
enum CentralStatus {
    /// Time limit of the query: the command is also a health check.
    private static let limit: Duration = .seconds(15)

    /// Prints the status of all bridges; returns status 1 if a bridge has been silent for too long.
    static func run(_ arguments: ParsedArguments) -> ExitStatus {
        let isJSON = JSONChoice.isWanted(arguments)
        return CentralFile(arguments).asking(within: limit) {
            (settings, central) throws(ServerFailure) in
            let bridges = try central.wait { (server) throws(BatchFailure) in
                try await CentralQuestions(server).bridges()
            }
            let isAlarming = bridges.contains { $0.isSilent(for: settings.alarm) }
            let text = isJSON ? line(bridges, settings.alarm) : page(bridges, settings.alarm)
            let status = Messages.print(text)
            return status == .success && isAlarming ? .failure : status
        }
    }

    private static func page(_ bridges: [CentralBridge], _ alarm: Duration) -> String {
        guard !bridges.isEmpty else { return "No bridge has uploaded anything yet.\n" }
        let width = bridges.map(\.place.columns).max() ?? 0
        return bridges.map { bridge in
            var line = bridge.place.padded(to: width + 2)
            if bridge.isImported {
                line += bridge.state
            } else if let absence = bridge.absence(alarm: alarm) {
                line += absence
            } else {
                line += bridge.state.isEmpty ? "connected" : bridge.state.cleaned()
            }
            if bridge.waiting > 0 { line += ", \(bridge.waiting) waiting" }
            if bridge.lost > 0 { line += ", \(bridge.lost) lost" }
            if bridge.setAside > 0 { line += ", \(bridge.setAside) refused" }
            return line + "  (\(bridge.version.cleaned()))\n"
        }.joined()
    }

    private static func line(_ bridges: [CentralBridge], _ alarm: Duration) -> String {
        JSONWriter.lineText { writer in
            writer.objects("bridges", bridges) { writer, bridge in
                writer.member("site", bridge.site)
                writer.member("bridge", bridge.name)
                writer.member("version", bridge.version)
                writer.member("connected", bridge.isConnected)
                writer.member("state", bridge.state)
                writer.member("last_seen", bridge.lastSeen.timestamp)
                writer.member("silent", bridge.isSilent(for: alarm))
                writer.member("waiting", bridge.waiting)
                writer.member("lost", bridge.lost)
                writer.member("set_aside", bridge.setAside)
            }
        }
    }
}
