import Central
import Linux
import PostgreSQL
import Support

/// A connection to a centre on which one thing is done after the other.
@LoopActor
final class CentralClient {
    private let plan: DatabaseEndpoint
    private var connection: ServerConnection?
    private var isOpen = false
    private var failure: ServerFailure?
    private(set) var notifications: [ServerNotification] = []

    init(_ plan: DatabaseEndpoint) {
        self.plan = plan
    }

    func open() async throws {
        connection = ServerConnection(plan) { [weak self] news in
            switch news {
            case .connected: self?.isOpen = true
            case .notified(let notification): self?.notifications.append(notification)
            case .noticed: break
            case .ended(let failure): self?.failure = failure
            }
        }
        _ = await eventually { self.isOpen || self.failure != nil }
        if let failure { throw failure }
    }

    func close() {
        connection?.stop()
        connection = nil
    }

    /// Runs a statement and returns what it finds.
    @discardableResult
    func run(_ words: String, _ values: [SQLValue] = []) async throws -> [ResultRow] {
        try await run([SQLStatement(words, values)])
    }

    /// Runs statements as a whole, and returns what they find.
    @discardableResult
    func run(_ statements: [SQLStatement]) async throws -> [ResultRow] {
        var rows: [ResultRow] = []
        var result: Result<[StatementOutcome], BatchFailure>?
        connection?.run(statements, rows: { _, row in rows.append(row) }, then: { result = $0 })
        _ = await eventually { result != nil || self.connection == nil }
        _ = try result?.get()
        return rows
    }

    /// Why a statement is refused, by its code; nil where it is not.
    func refusal(_ words: String, _ values: [SQLValue] = []) async -> String? {
        await refusal([SQLStatement(words, values)])
    }

    /// Why statements are refused, by the code of the first that is; nil where none is.
    func refusal(_ statements: [SQLStatement]) async -> String? {
        do {
            try await run(statements)
            return nil
        } catch let failure as BatchFailure {
            if case .statement(let state, _) = failure.failure { return state.rawValue }
            return failure.description
        } catch {
            return "\(error)"
        }
    }

    /// What the server says to a statement that it refuses.
    func words(_ words: String, _ values: [SQLValue] = []) async -> String {
        do {
            try await run(words, values)
            return ""
        } catch {
            return "\(error)"
        }
    }

    func number(_ words: String, _ values: [SQLValue] = []) async throws -> Int64? {
        try await run(words, values).first?.optional(0)
    }

    func text(_ words: String, _ values: [SQLValue] = []) async throws -> String? {
        try await run(words, values).first?.optional(0)
    }

    func texts(_ words: String, _ values: [SQLValue] = []) async throws -> [String?] {
        try await run(words, values).map { try $0.optional(0) }
    }
}
