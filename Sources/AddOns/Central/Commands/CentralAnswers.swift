import AddOnRuntime
import Commands
import Linux
import PostgreSQL

/// Connection to a central database for a command, which waits for each answer on the calling thread.
final class CentralAnswers {
    /// Time limit of an answer if the statement has none: long, since TCP keepalives detect a lost server.
    private static let patience: Duration = .seconds(86_400)
    /// Time that an answer may take in addition to the time limit of its statement.
    private static let way: Duration = .seconds(5)

    private let server: DatabaseSession

    fileprivate init(_ plan: DatabaseEndpoint) throws(ServerFailure) {
        var plan = plan
        plan.answerPatience = plan.statementLimit.map { $0 + Self.way } ?? Self.patience
        server = try EventLoop.run { [plan] () async throws(ServerFailure) in
            let server = DatabaseSession()
            _ = try await server.open(plan)
            return server
        }
    }

    /// Runs a query and waits for the answer.
    func wait<Value: Sendable>(
        for question: @escaping @LoopActor (DatabaseSession) async throws(BatchFailure) -> Value
    ) throws(ServerFailure) -> Value {
        do throws(BatchFailure) {
            return try EventLoop.run { [server] () async throws(BatchFailure) in
                try await question(server)
            }
        } catch {
            throw error.failure
        }
    }
}

extension CentralFile {
    /// Reads the configuration and connects for a command; prints the error if that fails.
    ///
    /// - Parameters:
    ///   - wantsToWrite: whether a read-only server is not enough.
    ///   - limit: time limit of a statement; nil means none.
    func asking(
        toWrite wantsToWrite: Bool = false, within limit: Duration? = nil,
        _ command: (CentralSettings, CentralAnswers) throws(ServerFailure) -> ExitStatus
    ) -> ExitStatus {
        beginning { settings, _ in
            do throws(Secret.Problem) {
                var plan = try DatabaseEndpoint(settings, wantsToWrite: wantsToWrite)
                plan.statementLimit = limit
                return Self.ask(plan) { (central) throws(ServerFailure) in
                    try command(settings, central)
                }
            } catch {
                Messages.say("\(error)")
                return .badConfiguration
            }
        }
    }

    private static func ask(
        _ plan: DatabaseEndpoint, _ command: (CentralAnswers) throws(ServerFailure) -> ExitStatus
    ) -> ExitStatus {
        do throws(ServerFailure) {
            return try command(CentralAnswers(plan))
        } catch {
            let (status, sentence) = error.explanation(within: plan.statementLimit)
            Messages.say(sentence)
            return status
        }
    }
}

extension ServerFailure {
    /// Exit status and message of a command that failed with this error.
    ///
    /// - Parameter limit: time limit of the statement; nil if it has none.
    func explanation(within limit: Duration?) -> (ExitStatus, String) {
        let status = endsConnection ? ExitStatus.unavailable : .failure
        if case .statement(.unknownFunction, _) = self {
            return (
                status,
                "the database was made by an older Callboard; its owner has to run callboard-central init"
            )
        }
        guard case .statement(.cancelled, _) = self, let limit else { return (status, "\(self)") }
        return (
            .busy,
            "the search was stopped after \(limit.components.seconds) s; narrow it with --since "
                + "or another word"
        )
    }
}
