import AddOnRuntime
import Commands
import Formats
import Linux
import PostgreSQL
import Settings

/// Command `check`: checks the requirements of uploading and reading, and prints problems with fixes.
@LoopActor
final class CentralCheck {
    /// Time limit of the bridge's answer, and of each answer of the database.
    let patience: Duration
    let settings: CentralSettings
    let socket: String
    private(set) var findings: [Finding] = []

    /// - Parameter socket: the bridge's socket.
    init(
        _ settings: CentralSettings, _ socket: String, patience: Duration = .seconds(10)
    ) {
        self.patience = patience
        self.settings = settings
        self.socket = socket
    }

    /// A server that accepted the connection.
    struct Open {
        let server: DatabaseSession
        let facts: ServerFacts
        let plan: DatabaseEndpoint
        let look: DatabaseInspection
    }

    /// Runs the check on the calling thread and prints the findings.
    nonisolated static func run(_ arguments: ParsedArguments) -> ExitStatus {
        CentralFile(arguments).beginning { settings, socket in
            let findings = EventLoop.run {
                let check = CentralCheck(settings, socket)
                await check.tryAll()
                return check.findings
            }
            return CheckAnswer.show(
                findings, arguments, good: "The central database can be used.",
                bad: "The central database cannot be used with this configuration.")
        }
    }

    /// Runs all checks in order.
    func tryAll() async {
        let bridge = await askBridge()
        do throws(Secret.Problem) {
            var plan = try DatabaseEndpoint(settings, wantsToWrite: false)
            (plan.patience, plan.statementLimit) = (patience, patience)
            if settings.password != nil || settings.key != nil {
                find("central-secrets", .ok("the secrets can be read"))
            }
            if let open = await tryServers(plan) { await tryCentral(open, bridge) }
        } catch {
            find(
                "central-secrets",
                .fail("\(error)", fix: "read Docs/how-to/fleet.md about passwords and keys"))
        }
    }

    func find(_ id: String, _ verdict: Verdict) {
        findings.append(Finding(id: id, verdict: verdict))
    }

    // MARK: Servers

    /// Connects to each server, and returns the one to use: the first writable one, otherwise the first.
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
                    "nothing can be uploaded: \(used.facts.place) is a standby, and no other "
                        + "server is available",
                    fix: "SELECT pg_promote() at the standby, if the first server is gone for good")
            )
        }
        await tryPooler(used)
        return used
    }

    private func open(_ plan: DatabaseEndpoint) async -> Result<Open, ServerFailure> {
        let server = DatabaseSession()
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
            // After such a failure the service does not try the next server.
            guard let used, !failure.isForAll else { return .fail("\(failure)", fix: fix) }
            return .warn("\(failure); \(used.facts.place) is used", fix: fix)
        case .success(let open):
            let cover = open.facts.isEncrypted ? "encrypted" : "not encrypted"
            let words =
                "\(open.facts.place) accepts the user \(settings.user), PostgreSQL "
                + "\(open.look.version), \(cover)"
                + (open.look.isStandby ? ", a read-only standby" : "")
            guard !open.facts.isEncrypted, settings.password != nil, !host.isOfThisMachine else {
                return .ok(words)
            }
            return .warn(
                words + ": anyone on the network path can read the notifications",
                fix: "set tls = yes in [central], once the server supports TLS")
        }
    }

    private func tryPooler(_ open: Open) async {
        guard open.facts.isPooled else { return }
        if await open.server.isLent(open.facts, open.plan) {
            find(
                "central-pooler",
                .fail(
                    "\(PushTrouble.lent(open.facts.place).words)",
                    fix: "set pool_mode = session for this database at the pooler"))
        } else {
            find(
                "central-pooler",
                .ok("the pooler in front of the server does not share connections"))
        }
    }
}
