import Commands
import History
import Linux
import PostgreSQL

/// The connection to the centre over which one history is handed in.
@LoopActor
final class CentralLine {
    private let plan: DatabaseEndpoint
    private let site: String
    private let bridge: String
    private let server = ServerDialogue()
    /// Where the centre is, once there was a connection.
    private(set) var place = ""

    /// - Parameters:
    ///   - plan: the centre.
    ///   - site: where the bridge is.
    ///   - bridge: what it is called.
    ///   - whenLost: hears that the connection is gone while nothing is asked.
    init(
        _ plan: DatabaseEndpoint, site: String, bridge: String,
        whenLost: @escaping @LoopActor (ServerFailure) -> Void
    ) {
        (self.plan, self.site, self.bridge) = (plan, site, bridge)
        server.whenLost = whenLost
    }

    /// Connects.
    func open() async throws(PushTrouble) {
        let facts: ServerFacts
        do throws(ServerFailure) {
            facts = try await server.open(plan)
        } catch {
            throw .centre(error)
        }
        if await server.isLent(facts, plan) { throw .lent(facts.place) }
        place = "\(facts.place)"
    }

    /// Says which history is handed in, and returns the last batch that is there.
    func meet(_ identity: HistoryIdentity) async throws(PushTrouble) -> Int64 {
        let statement = SQLStatement(
            CentralStatements.meet,
            [
                .text(identity.history), .integer(identity.meeting), .text(identity.token),
                .text(identity.next), .text(site), .text(bridge), .text(ProgramVersion.current),
            ])
        var met: [ResultRow] = []
        do throws(BatchFailure) {
            met = try await server.rows(statement)
        } catch {
            throw PushTrouble(error)
        }
        guard let last = try? met.first?.value(0, as: Int64.self) else {
            throw .centre(.invalid("the centre did not say what it has"))
        }
        return last
    }

    /// Runs statements, all of them or none.
    func run(_ statements: [SQLStatement]) async throws(PushTrouble) {
        do throws(BatchFailure) {
            try await server.run(statements)
        } catch {
            throw PushTrouble(error)
        }
    }

    /// Says goodbye, and ends the connection.
    func leave() async {
        _ = try? await server.run([SQLStatement(CentralStatements.leave)])
        server.close()
    }

    /// Ends the connection.
    func close() {
        server.close()
    }
}
