package import Linux

/// A single connection to a PostgreSQL server on the event loop; each reconnection needs a new
/// object.
///
/// Connecting runs on a separate thread; everything else runs on the loop without blocking.
/// Statements are sent at once and answered in order; each batch is a transaction. The owner may
/// stop or release the connection at any time, even during a callback; no further callback follows.
@LoopActor
package final class ServerConnection {
    /// An event of the connection.
    package enum News: Sendable {
        /// The login succeeded.
        case connected(ServerFacts)
        /// A notification of a channel.
        case notified(ServerNotification)
        /// A notice of the server.
        case noticed(ServerNotice)
        /// The connection failed or ended; no event follows.
        case ended(ServerFailure)
    }

    /// Handler of the result of a batch.
    package typealias Completion =
        @LoopActor (Result<[StatementOutcome], BatchFailure>) -> Void

    /// Maximum number of outstanding batches; a further one fails at once.
    package nonisolated static let batchLimit = 1_000
    /// Maximum number of outstanding bytes; a further batch fails at once.
    package nonisolated static let byteLimit = 64 << 20

    private let link: ServerLink

    /// Starts to connect.
    ///
    /// - Parameter take: receives the events, the first of them after this call returns.
    package init(_ plan: DatabaseEndpoint, _ take: @escaping @LoopActor (News) -> Void) {
        link = ServerLink(plan, take)
    }

    isolated deinit {
        link.stop()
    }

    /// Whether the login succeeded, and the connection has not ended.
    package var isOpen: Bool { link.isOpen }

    /// Whether reading is paused, for flow control, with the time limit of answers.
    ///
    /// Meanwhile new statements are sent as far as there is room at once; others wait.
    package var isPaused: Bool {
        get { link.isPaused }
        set { link.isPaused = newValue }
    }

    /// Runs statements in one transaction.
    ///
    /// - Parameters:
    ///   - takeRow: receives each row with the index of its statement, before the commit.
    ///   - done: receives the result after this call returns; not called if the connection is
    /// stopped or released before.
    package func run(
        _ statements: [SQLStatement], rows takeRow: (@LoopActor (Int, ResultRow) -> Void)? = nil,
        then done: @escaping Completion
    ) {
        link.run(statements, takeRow, done)
    }

    /// Ends the connection without further events.
    ///
    /// Unanswered statements may or may not take effect.
    package func stop() {
        link.stop()
    }
}
