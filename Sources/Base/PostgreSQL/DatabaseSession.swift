package import Linux

/// A connection for sequential requests that wait for each answer.
@LoopActor
package final class DatabaseSession {
    /// Maximum number of rows that `rows` returns.
    package nonisolated static let rowLimit = 10_000
    /// Maximum number of waiting notifications; the oldest are dropped.
    package nonisolated static let notificationLimit = 1_000

    private typealias Answer = Result<[StatementOutcome], BatchFailure>

    /// Called when an open connection is lost; not called after `close`.
    package var whenLost: (@LoopActor (ServerFailure) -> Void)?
    private var connection: ServerConnection?
    private var opening: CheckedContinuation<Result<ServerFacts, ServerFailure>, Never>?
    private var answering: [Int: CheckedContinuation<Answer, Never>] = [:]
    private var lastNumber = 0
    private var notifications: [ServerNotification] = []
    private var listening: CheckedContinuation<ServerNotification?, Never>?
    private let alarm = Alarm()
    private var failure = ServerFailure.invalid("there is no connection to a server yet")

    package init() {}

    isolated deinit {
        close()
    }

    /// Connects, and ends any earlier connection.
    package func open(_ plan: DatabaseEndpoint) async throws(ServerFailure) -> ServerFacts {
        close()
        let result = await withCheckedContinuation { continuation in
            opening = continuation
            connection = ServerConnection(plan) { [weak self] in self?.take($0) }
        }
        return try result.get()
    }

    /// Runs statements in one transaction, and returns the number of rows of each.
    ///
    /// - Parameter takeRow: receives each row with the index of its statement, before the commit.
    @discardableResult
    package func run(
        _ statements: [SQLStatement], rows takeRow: (@LoopActor (Int, ResultRow) -> Void)? = nil
    ) async throws(BatchFailure) -> [StatementOutcome] {
        guard let connection else { throw BatchFailure(failure: failure) }
        lastNumber += 1
        let number = lastNumber
        let answer = await withCheckedContinuation { continuation in
            answering[number] = continuation
            connection.run(statements, rows: takeRow) { [weak self] in self?.answer(number, $0) }
        }
        return try answer.get()
    }

    /// Runs a statement and returns its rows; throws if there are more than `rowLimit`.
    package func rows(_ statement: SQLStatement) async throws(BatchFailure) -> [ResultRow] {
        var rows: [ResultRow] = []
        var count = 0
        try await run([statement]) { _, row in
            count += 1
            if count <= Self.rowLimit { rows.append(row) }
        }
        guard count <= Self.rowLimit else {
            throw BatchFailure(failure: .invalid("there are more than \(Self.rowLimit) rows"))
        }
        return rows
    }

    /// Waits for the next notification, and returns it.
    ///
    /// Nil after the timeout, if the connection is gone, or if another call is waiting already.
    package func notification(within patience: Duration) async -> ServerNotification? {
        if !notifications.isEmpty { return notifications.removeFirst() }
        guard connection?.isOpen ?? false, listening == nil else { return nil }
        return await withCheckedContinuation { continuation in
            listening = continuation
            alarm.set(after: patience, for: self) { $0.hear(nil) }
        }
    }

    /// Removes and returns the waiting notifications.
    package func takeNotifications() -> [ServerNotification] {
        defer { notifications = [] }
        return notifications
    }

    /// Ends the connection and all waits.
    package func close() {
        connection?.stop()
        if connection != nil { end(.invalid("the connection was ended")) }
    }

    private func take(_ news: ServerConnection.News) {
        switch news {
        case .connected(let facts): finishOpening(.success(facts))
        case .notified(let notification):
            if listening != nil { return hear(notification) }
            if notifications.count == Self.notificationLimit { notifications.removeFirst() }
            notifications.append(notification)
        case .noticed: break
        case .ended(let failure):
            let wasOpen = opening == nil
            end(failure)
            if wasOpen { whenLost?(failure) }
        }
    }

    private func end(_ failure: ServerFailure) {
        self.failure = failure
        connection = nil
        finishOpening(.failure(failure))
        for number in answering.keys.sorted() {
            answer(number, .failure(BatchFailure(failure: failure)))
        }
        hear(nil)
    }

    private func finishOpening(_ result: Result<ServerFacts, ServerFailure>) {
        opening?.resume(returning: result)
        opening = nil
    }

    private func answer(_ number: Int, _ answer: Answer) {
        answering.removeValue(forKey: number)?.resume(returning: answer)
    }

    private func hear(_ notification: ServerNotification?) {
        alarm.cancel()
        listening?.resume(returning: notification)
        listening = nil
    }
}
