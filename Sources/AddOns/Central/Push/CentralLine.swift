import Commands
import History
import Linux
import PostgreSQL

/// Connection to the central database over which one history is uploaded.
@LoopActor
final class CentralLine {
    private let plan: DatabaseEndpoint
    private let site: String
    private let bridge: String
    private let server = DatabaseSession()
    /// Address of the server; empty before the first connection.
    private(set) var place = ""

    /// - Parameters:
    ///   - plan: the central database.
    ///   - site: the bridge's site.
    ///   - bridge: the bridge's name.
    ///   - whenLost: called if the connection is lost while it is idle.
    init(
        _ plan: DatabaseEndpoint, site: String, bridge: String,
        whenLost: @escaping @LoopActor (ServerFailure) -> Void
    ) {
        (self.plan, self.site, self.bridge) = (plan, site, bridge)
        server.whenLost = whenLost
    }

    func open() async throws(PushTrouble) {
        let facts: ServerFacts
        do throws(ServerFailure) {
            facts = try await server.open(plan)
        } catch {
            throw .central(error)
        }
        if await server.isLent(facts, plan) { throw .lent(facts.place) }
        place = "\(facts.place)"
    }

    /// Begins to upload a history; returns the number of the last stored batch.
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
            throw .central(.invalid("the central database returned no row"))
        }
        return last
    }

    /// Runs statements in one transaction.
    func run(_ statements: [SQLStatement]) async throws(PushTrouble) {
        do throws(BatchFailure) {
            try await server.run(statements)
        } catch {
            throw PushTrouble(error)
        }
    }

    /// Releases the history and closes the connection.
    func leave() async {
        _ = try? await server.run([SQLStatement(CentralStatements.leave)])
        server.close()
    }

    func close() {
        server.close()
    }
}
