import Commands
import Linux
import PostgreSQL

/// A command's conversation with the centre.
enum CentralAsking {
    /// What a command does with an open connection.
    typealias Body = @LoopActor (ServerDialogue) async throws(BatchFailure) -> ExitStatus

    /// Connects, does it, and says in words why it could not be done.
    static func run(_ plan: ServerPlan, _ body: @escaping Body) -> ExitStatus {
        EventLoop.run { (finish: @escaping @LoopActor (ExitStatus) -> Void) in
            Task { @LoopActor in
                let server = ServerDialogue()
                defer { server.close() }
                do throws(ServerFailure) {
                    _ = try await server.open(plan)
                } catch {
                    Messages.say("\(error)")
                    return finish(.unavailable)
                }
                do throws(BatchFailure) {
                    finish(try await body(server))
                } catch {
                    Messages.say("\(error)")
                    finish(error.failure.endsConnection ? .unavailable : .failure)
                }
            }
        }
    }
}
