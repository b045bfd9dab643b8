import Commands
import Formats
import Linux
import PostgreSQL

/// Checks of the permission to upload this bridge's history.
extension CentralCheck {
    func tryHandingIn(_ open: Open, _ bridge: BridgeAnswer) async {
        guard let site = settings.site else {
            return find(
                "central-site",
                .skipped("[central] has no site: nothing is uploaded from this host"))
        }
        guard !open.look.isStandby else {
            return find("central-site", .skipped("see central-writing"))
        }
        guard open.look.mayHandIn else {
            return find(
                "central-site",
                .fail(
                    "the user \(settings.user) has no permission to upload",
                    fix: "GRANT \(Self.bridges) TO \(name(settings.user))"))
        }
        // The ID is random, so no such history exists, and only the permission for the site is checked.
        let invented = (0..<32).map { _ in "0123456789abcdef".randomElement() ?? "0" }
        let identity = Identity(history: String(invented), meeting: 0, token: "", next: "check")
        // A user at the limit cannot begin the random history, but may continue that of this bridge.
        if let failure = await meet(identity, site, open), !failure.isRefusal(.tooManyHistories) {
            return find("central-site", .fail("\(failure)", fix: fix(ofSite: failure, site)))
        }
        find("central-site", .ok("the user \(settings.user) may upload for the site \(site)"))
        await tryHistory(open, site, bridge)
    }

    private func tryHistory(_ open: Open, _ site: String, _ bridge: BridgeAnswer) async {
        switch bridge {
        case .notAsked, .nothing: find("central-history", .skipped("see central-bridge"))
        case .handedOver(let words, true):
            find("central-history", .ok("callboard-central uploads it: \(words)"))
        case .handedOver(let words, false):
            find("central-history", .fail(words, fix: "journalctl -u callboard-central"))
        case .identity(let identity):
            guard let failure = await meet(identity, site, open) else {
                return find(
                    "central-history",
                    .ok(
                        "the central database accepts this history, as \(settings.bridgeName) of "
                            + "\(site)"))
            }
            find("central-history", .fail("\(failure)", fix: fix(ofHistory: failure)))
        }
    }

    private func fix(ofSite failure: ServerFailure, _ site: String) -> String {
        let words =
            "INSERT INTO callboard.access VALUES (\(text(settings.user)), \(text(site))"
        if failure.isRefusal(.foreignBridge) {
            return words
                + ", \(text(settings.bridgeName)))    # as the database's owner; or set bridge "
                + "in [central] to the name in callboard.access"
        }
        return failure.isRefusal(.foreignSite) ? words + ")    # as the database's owner" : Self.log
    }

    private func fix(ofHistory failure: ServerFailure) -> String {
        if failure.isRefusal(.tooManyHistories) {
            return "UPDATE callboard.access SET histories = 100 WHERE role = \(text(settings.user))"
                + "    # as the database's owner, if all bridges that callboard-central status "
                + "lists are yours"
        }
        if failure.isRefusal(.copied) {
            return
                "another bridge with this history has uploaded, for example from a copied card, or "
                + "this bridge was restored from a backup: Docs/how-to/fleet.md explains callboard "
                + "history separate and callboard.readmit"
        }
        if failure.isRefusal(.busy) {
            return
                "find another host that uploads this history, for example from a copied card; after "
                + "a network failure, try again in a minute: Docs/how-to/fleet.md"
        }
        if failure.isRefusal(.foreignBridge) {
            return "set bridge in [central] to the previous name, or grant access as both bridges"
        }
        return failure.isRefusal(.foreignSite)
            ? "set site in [central] to the previous site, or grant access to both sites" : Self.log
    }

    /// Runs `callboard.meet` for a history and rolls it back; returns its failure, or nil if it succeeded.
    private func meet(
        _ identity: Identity, _ site: String, _ open: Open
    ) async -> ServerFailure? {
        let meeting = SQLStatement(
            CentralStatements.meet,
            identity.values + [
                .text(site), .text(settings.bridgeName), .text(ProgramVersion.current),
            ])
        // The text tells readers of the server's log where the error comes from.
        let takeBack = SQLStatement(
            "DO $$ BEGIN RAISE EXCEPTION 'callboard-central check takes back what it tried'; END $$"
        )
        do throws(BatchFailure) {
            try await open.server.run([meeting, takeBack])
            return nil
        } catch {
            return error.statement == 1 ? nil : error.failure
        }
    }
}

extension ServerFailure {
    fileprivate func isRefusal(_ refusal: CentralRefusal) -> Bool {
        guard case .statement(let state, _) = self else { return false }
        return state.rawValue == refusal.rawValue
    }
}
