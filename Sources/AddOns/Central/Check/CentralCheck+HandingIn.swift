import Commands
import Formats
import Linux
import PostgreSQL

/// Whether this bridge's history may be handed in.
extension CentralCheck {
    func tryHandingIn(_ open: Open, _ bridge: BridgeAnswer) async {
        guard let site = settings.site else {
            return find(
                "central-site", .skipped("[central] names no site: nothing is handed in from here"))
        }
        guard !open.look.isStandby else {
            return find("central-site", .skipped("see central-writing"))
        }
        guard open.look.mayHandIn else {
            return find(
                "central-site",
                .fail(
                    "the user \(settings.user) may not hand in",
                    fix: "GRANT \(Self.bridges) TO \(name(settings.user))"))
        }
        // A history that there is not: all but the site is in order.
        let invented = (0..<32).map { _ in "0123456789abcdef".randomElement() ?? "0" }
        let identity = Identity(history: String(invented), meeting: 0, token: "", next: "check")
        // A user who may begin no further history may still have this one.
        if let failure = await meet(identity, site, open), !failure.isRefusal(.tooManyHistories) {
            return find("central-site", .fail("\(failure)", fix: fix(ofSite: failure, site)))
        }
        find("central-site", .ok("the user \(settings.user) may hand in for the site \(site)"))
        await tryHistory(open, site, bridge)
    }

    private func tryHistory(_ open: Open, _ site: String, _ bridge: BridgeAnswer) async {
        switch bridge {
        case .notAsked, .nothing: find("central-history", .skipped("see central-bridge"))
        case .handedOver(let words, true):
            find("central-history", .ok("callboard-central hands it in: \(words)"))
        case .handedOver(let words, false):
            find("central-history", .fail(words, fix: "journalctl -u callboard-central"))
        case .identity(let identity):
            guard let failure = await meet(identity, site, open) else {
                return find(
                    "central-history",
                    .ok("the centre takes this history, as \(settings.bridgeName) of \(site)"))
            }
            find("central-history", .fail("\(failure)", fix: fix(ofHistory: failure)))
        }
    }

    private func fix(ofSite failure: ServerFailure, _ site: String) -> String {
        let words =
            "INSERT INTO callboard.access VALUES (\(text(settings.user)), \(text(site))"
        if failure.isRefusal(.foreignBridge) {
            return words
                + ", \(text(settings.bridgeName)))    # as the centre's owner; or bridge in "
                + "[central] as callboard.access has it"
        }
        return failure.isRefusal(.foreignSite) ? words + ")    # as the centre's owner" : Self.log
    }

    private func fix(ofHistory failure: ServerFailure) -> String {
        if failure.isRefusal(.tooManyHistories) {
            return "UPDATE callboard.access SET histories = 100 WHERE role = \(text(settings.user))"
                + "    # as the centre's owner, if all bridges of callboard-central status are yours"
        }
        if failure.isRefusal(.copied) {
            return "read Docs/centre.md: callboard.readmit, or a history of its own for the copy"
        }
        if failure.isRefusal(.busy) {
            return "find the machine that hands the same history in; its disk or card was copied"
        }
        if failure.isRefusal(.foreignBridge) {
            return "bridge in [central] as it was, or access as both bridges"
        }
        return failure.isRefusal(.foreignSite)
            ? "site in [central] as it was, or access to both sites" : Self.log
    }

    /// Says which history would be handed in, and takes that back; returns why not.
    private func meet(
        _ identity: Identity, _ site: String, _ open: Open
    ) async -> ServerFailure? {
        let meeting = SQLStatement(
            CentralStatements.meet,
            identity.values + [
                .text(site), .text(settings.bridgeName), .text(ProgramVersion.current),
            ])
        // The server's log shall say where the error comes from.
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
