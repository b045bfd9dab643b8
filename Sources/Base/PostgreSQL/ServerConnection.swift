package import Linux

/// One connection to a server on our loop, from its making to its end; for another one there is another object.
///
/// It connects on a thread of its own; from then on everything happens on the loop, and nothing waits. Statements are sent at once and
/// answered in their order. Those of one batch count as a whole, or none of them does. Its owner may end it or let go of it at any
/// time, also while it is being told something, and is told nothing any more.
@LoopActor
package final class ServerConnection {
    /// What comes.
    package enum News: Sendable {
        /// A server has let this client in.
        case connected(ServerFacts)
        /// Somebody sent something to a channel that is listened to.
        case notified(ServerNotification)
        /// The server says something beside its answers.
        case noticed(ServerNotice)
        /// There is no connection, or not any more; nothing follows.
        case ended(ServerFailure)
    }

    /// What came of statements that were sent as a whole.
    package typealias Completion =
        @LoopActor (Result<[StatementOutcome], BatchFailure>) -> Void

    /// Batches that may wait for their answers; a further one fails at once.
    package nonisolated static let batchLimit = 1_000
    /// Bytes of statements that may wait for their answers; a further batch fails at once.
    package nonisolated static let byteLimit = 64 << 20

    private let link: ServerLink

    /// Begins to connect.
    ///
    /// - Parameter take: takes what comes, the first of it later than this returns.
    package init(_ plan: DatabaseEndpoint, _ take: @escaping @LoopActor (News) -> Void) {
        link = ServerLink(plan, take)
    }

    isolated deinit {
        link.stop()
    }

    /// Whether a server has let this client in, and the connection holds.
    package var isOpen: Bool { link.isOpen }

    /// Whether nothing is read or sent, so that whoever takes rows or news can keep up; answers wait for as long as they must.
    package var isPaused: Bool {
        get { link.isPaused }
        set { link.isPaused = newValue }
    }

    /// Sends statements, which count as a whole or not at all.
    ///
    /// - Parameters:
    ///   - takeRow: takes each row with the number of its statement, before it is known whether all succeed.
    ///   - done: told what came of them, later than this returns; never, where the connection is ended or let go of before.
    package func run(
        _ statements: [SQLStatement], rows takeRow: (@LoopActor (Int, ResultRow) -> Void)? = nil,
        then done: @escaping Completion
    ) {
        link.run(statements, takeRow, done)
    }

    /// Ends it; nothing comes any more, and what the server has not answered may be done or not.
    package func stop() {
        link.stop()
    }
}
