import Linux
import PostgreSQL

extension DatabaseSession {
    /// Whether a pooler lends the server's connection to other clients between transactions, which would mix up
    /// histories; false if this cannot be determined.
    ///
    /// - Parameters:
    ///   - facts: facts from opening this connection.
    ///   - plan: the endpoint of this connection.
    func isLent(_ facts: ServerFacts, _ plan: DatabaseEndpoint) async -> Bool {
        guard facts.isPooled else { return false }
        var plan = plan
        plan.places = [facts.place]
        plan.patience = .seconds(3)
        let other = DatabaseSession()
        // A second connection gets the server process that this one has just released, unless other
        // clients are faster.
        guard (try? await other.open(plan)) != nil else { return false }
        defer { other.close() }
        for _ in 0..<3 {
            guard let mine = await process(), let others = await other.process() else {
                return false
            }
            if mine == others || mine != facts.process { return true }
        }
        return false
    }

    private func process() async -> Int? {
        let rows = try? await rows(SQLStatement("SELECT pg_backend_pid()"))
        return try? rows?.first?.value(0, as: Int.self)
    }
}
