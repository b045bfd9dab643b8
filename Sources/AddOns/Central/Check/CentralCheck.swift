import AddOnRuntime
import Commands
import Formats
import Linux
import PostgreSQL
import Settings

/// The command `check`: tries everything that handing over and reading need, and says in words what is wrong.
@LoopActor
final class CentralCheck {
    /// How long an answer may take: the bridge's, and the centre's to one question.
    let patience: Duration
    let settings: CentralSettings
    let socket: String
    /// What was found so far.
    private(set) var findings: [Finding] = []

    /// - Parameter socket: where the bridge listens.
    init(
        _ settings: CentralSettings, _ socket: String, patience: Duration = .seconds(10)
    ) {
        self.patience = patience
        self.settings = settings
        self.socket = socket
    }

    /// A server that lets this client in.
    struct Open {
        let server: ServerDialogue
        let facts: ServerFacts
        let plan: DatabaseEndpoint
        let look: DatabaseInspection
    }

    /// Tries it on the calling thread, and prints what it found.
    nonisolated static func run(_ arguments: ParsedArguments) -> ExitStatus {
        CentralFile(arguments).beginning { settings, socket in
            let findings = EventLoop.run {
                let check = CentralCheck(settings, socket)
                await check.tryAll()
                return check.findings
            }
            return CheckAnswer.show(
                findings, arguments, good: "The centre can be used.",
                bad: "The centre cannot be used like this.")
        }
    }

    /// Tries all of it, one thing after the other.
    func tryAll() async {
        let bridge = await askBridge()
        do throws(Secret.Problem) {
            var plan = try DatabaseEndpoint(settings, wantsToWrite: false)
            (plan.patience, plan.statementLimit) = (patience, patience)
            if settings.password != nil || settings.key != nil {
                find("central-secrets", .ok("the secrets can be read"))
            }
            if let open = await tryServers(plan) { await tryCentre(open, bridge) }
        } catch {
            find(
                "central-secrets",
                .fail("\(error)", fix: "read Docs/fleet.md about passwords and keys"))
        }
    }

    func find(_ id: String, _ verdict: Verdict) {
        findings.append(Finding(id: id, verdict: verdict))
    }

    // MARK: Servers

    /// Tries each of them, and returns the one that is used: the first that can be written to, otherwise the first.
    private func tryServers(_ plan: DatabaseEndpoint) async -> Open? {
        var attempts: [(host: ServerHost, result: Result<Open, ServerFailure>)] = []
        for (host, place) in zip(settings.hosts, plan.places) {
            var single = plan
            single.places = [place]
            attempts.append((host, await open(single)))
        }
        let all = attempts.compactMap { try? $0.result.get() }
        let writable = all.first { !$0.look.isStandby }
        for (host, result) in attempts {
            find("central-server", verdict(on: result, at: host, used: writable ?? all.first))
        }
        guard let used = writable ?? all.first else { return nil }
        if writable == nil, settings.site != nil {
            find(
                "central-writing",
                .fail(
                    "nothing can be handed in: \(used.facts.place) is a standby, and no other server serves",
                    fix: "SELECT pg_promote() at the standby, if the first server is gone for good")
            )
        }
        await tryPooler(used)
        return used
    }

    private func open(_ plan: DatabaseEndpoint) async -> Result<Open, ServerFailure> {
        let server = ServerDialogue()
        do throws(ServerFailure) {
            let facts = try await server.open(plan)
            do throws(BatchFailure) {
                let look = try await DatabaseInspection.of(server)
                return .success(Open(server: server, facts: facts, plan: plan, look: look))
            } catch {
                return .failure(error.failure)
            }
        } catch {
            return .failure(error)
        }
    }

    private func verdict(
        on result: Result<Open, ServerFailure>, at host: ServerHost, used: Open?
    ) -> Verdict {
        switch result {
        case .failure(let failure):
            let fix = failure.fix(of: settings)
            // One that does not let this client in keeps the others from being tried.
            guard let used, !failure.isForAll else { return .fail("\(failure)", fix: fix) }
            return .warn("\(failure); \(used.facts.place) is used", fix: fix)
        case .success(let open):
            let cover = open.facts.isEncrypted ? "encrypted" : "not encrypted"
            let words =
                "\(open.facts.place) lets the user \(settings.user) in, PostgreSQL "
                + "\(open.look.version), \(cover)"
                + (open.look.isStandby ? ", a standby, which can only be read" : "")
            guard !open.facts.isEncrypted, settings.password != nil, !host.isOfThisMachine else {
                return .ok(words)
            }
            return .warn(
                words + ": everybody on the way can read what is handed over",
                fix: "tls = yes in [central], once the server encrypts")
        }
    }

    private func tryPooler(_ open: Open) async {
        guard open.facts.isPooled else { return }
        if await open.server.isLent(open.facts, open.plan) {
            find(
                "central-pooler",
                .fail(
                    "\(PushTrouble.lent(open.facts.place).words)",
                    fix: "pool_mode = session for this database at the pooler"))
        } else {
            find("central-pooler", .ok("the pooler in front of the server lends nothing to others"))
        }
    }
}
