import Linux
import ServerSupport
import Support
import Waiting

@testable import PostgreSQL

/// A connection that writes down what comes.
@LoopActor
final class TestClient {
    private(set) var facts: ServerFacts?
    private(set) var failure: ServerFailure?
    private(set) var notifications: [ServerNotification] = []
    private(set) var notices: [ServerNotice] = []
    private(set) var connection: ServerConnection?

    init(_ plan: DatabaseEndpoint) {
        connection = ServerConnection(plan) { [weak self] in self?.take($0) }
    }

    private func take(_ news: ServerConnection.News) {
        switch news {
        case .connected(let facts): self.facts = facts
        case .notified(let notification): notifications.append(notification)
        case .noticed(let notice): notices.append(notice)
        case .ended(let failure): self.failure = failure
        }
    }

    func opens() async -> Bool {
        await eventually { self.facts != nil || self.failure != nil } && facts != nil
    }

    func fails() async -> ServerFailure? {
        _ = await eventually { self.failure != nil }
        return failure
    }

    /// Runs statements and waits for what comes of them.
    func run(
        _ statements: [SQLStatement]
    ) async -> (rows: [ResultRow], result: Result<[StatementOutcome], BatchFailure>?) {
        var rows: [ResultRow] = []
        var result: Result<[StatementOutcome], BatchFailure>?
        connection?.run(statements, rows: { _, row in rows.append(row) }, then: { result = $0 })
        _ = await eventually { result != nil }
        return (rows, result)
    }

    func run(
        _ words: String, _ values: [SQLValue] = []
    ) async -> (rows: [ResultRow], result: Result<[StatementOutcome], BatchFailure>?) {
        await run([SQLStatement(words, values)])
    }

    func letGo() {
        connection = nil
    }
}

extension DatabaseEndpoint {
    /// The plan of the user `hall` for the database `central`.
    static func of(_ server: RealServer) -> DatabaseEndpoint {
        var plan = DatabaseEndpoint(
            places: [.host("127.0.0.1", port: server.port)], database: "centre", user: "hall",
            password: "secret")
        // A server that is only slow is not to be given up.
        (plan.patience, plan.answerPatience) = (Patience.limit, Patience.limit)
        return plan
    }
}

/// The server of all tests that do it no harm.
@LoopActor
enum SharedServer {
    static let result = Result { try RealServer() }

    static var plan: DatabaseEndpoint {
        get throws { try .of(result.get()) }
    }
}
