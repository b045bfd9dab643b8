import AddOnRuntime
import Commands
import Linux
import PostgreSQL

/// A centre for a command, which waits for each answer on the calling thread.
final class CentralAnswers {
    /// A server that is there may think for long; one that is gone is noticed by its network.
    private static let patience: Duration = .seconds(86_400)
    /// How much longer than a server may think its answer may be on its way.
    private static let way: Duration = .seconds(5)

    private let server: ServerDialogue

    /// Connects.
    fileprivate init(_ plan: DatabaseEndpoint) throws(ServerFailure) {
        var plan = plan
        plan.answerPatience = plan.statementLimit.map { $0 + Self.way } ?? Self.patience
        server = try EventLoop.run { [plan] () async throws(ServerFailure) in
            let server = ServerDialogue()
            _ = try await server.open(plan)
            return server
        }
    }

    /// Asks something, and waits.
    func wait<Value: Sendable>(
        for question: @escaping @LoopActor (ServerDialogue) async throws(BatchFailure) -> Value
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
    /// Reads the configuration and connects for a command; says what is wrong where something is.
    ///
    /// - Parameters:
    ///   - wantsToWrite: whether a server that can only be read will not do.
    ///   - limit: how long the centre may work on one question; nil for as long as it takes.
    func asking(
        toWrite wantsToWrite: Bool = false, within limit: Duration? = nil,
        _ command: (CentralSettings, CentralAnswers) throws(ServerFailure) -> ExitStatus
    ) -> ExitStatus {
        beginning { settings, _ in
            do throws(Secret.Problem) {
                var plan = try DatabaseEndpoint(settings, wantsToWrite: wantsToWrite)
                plan.statementLimit = limit
                return Self.ask(plan) { (centre) throws(ServerFailure) in
                    try command(settings, centre)
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
    /// How a command ends over it, and what it says.
    ///
    /// - Parameter limit: how long the centre was allowed to work on a question.
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
            "the centre did not find more in \(limit.components.seconds) s; --since, or one more word, "
                + "finds the rest"
        )
    }
}
