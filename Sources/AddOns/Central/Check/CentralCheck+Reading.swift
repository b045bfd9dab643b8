import Commands
import Formats
import History
import Linux
import PostgreSQL

/// Checks of the permission to read uploaded notifications.
extension CentralCheck {
    func tryReading(_ open: Open) async {
        guard open.look.mayRead else {
            return find(
                "central-reading",
                settings.site == nil
                    ? .fail(
                        "the user \(settings.user) has no permission to read",
                        fix: "GRANT \(Self.readers) TO \(name(settings.user))")
                    : .skipped(
                        "the user \(settings.user) has no permission to read, which is correct"))
        }
        do throws(BatchFailure) {
            let rows = try await open.server.rows(
                SQLStatement("SELECT count(*), count(DISTINCT site) FROM callboard.bridges"))
            var filter = CentralFilter()
            filter.notices.limit = 1
            _ = try await CentralQuestions(open.server).notices(filter, after: nil, atMost: 1)
            let bridges = (try? rows.first?.value(0, as: Int.self)) ?? 0
            let sites = (try? rows.first?.value(1, as: Int.self)) ?? 0
            find("central-reading", readable(bridges, sites, isOwner: open.look.isOwner))
        } catch {
            find("central-reading", .fail("\(error)", fix: Self.log))
        }
    }

    private func readable(_ bridges: Int, _ sites: Int, isOwner: Bool) -> Verdict {
        guard bridges == 0 else {
            return .ok(
                "the user \(settings.user) can read; bridges: \(bridges), sites: \(sites)"
            )
        }
        guard !isOwner else { return .ok("no bridge has uploaded anything yet") }
        return .warn(
            "the user \(settings.user) may read, but sees no bridge: it has no site, or no bridge of its "
                + "sites has uploaded",
            fix:
                "INSERT INTO callboard.access VALUES (\(text(settings.user)), 'SITE')    # as the "
                + "database's owner, unless no bridge has uploaded yet")
    }
}
