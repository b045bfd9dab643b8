import Commands
import Formats
import History
import Linux
import PostgreSQL

/// Whether what bridges have handed in may be read.
extension CentralCheck {
    func tryReading(_ open: Open) async {
        guard open.look.mayRead else {
            return find(
                "central-reading",
                settings.site == nil
                    ? .fail(
                        "the user \(settings.user) may not read",
                        fix: "GRANT \(Self.readers) TO \(name(settings.user))")
                    : .skipped("the user \(settings.user) may not read, as it should be"))
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
                "the user \(settings.user) reads what is there; bridges: \(bridges), sites: \(sites)"
            )
        }
        guard !isOwner else { return .ok("no bridge has handed anything in yet") }
        return .warn(
            "the user \(settings.user) may read, and there is no bridge of its sites",
            fix:
                "INSERT INTO callboard.access VALUES (\(text(settings.user)), 'a site')    # as the "
                + "centre's owner, unless no bridge has handed in yet")
    }
}
