/// Limits of one connection.
package enum BusLimits {
    /// Nesting of values, in both directions; a deeper message is refused.
    package static let depth = 32
    /// Values in one message, in both directions; a message with more is refused.
    package static let values = 1 << 18
    /// Bytes in one sent message; a larger one is refused.
    package static let messageBytes = 16 << 20
    /// Bytes in the output queue; beyond it a further message fails as busy.
    package static let outgoingBytes = 32 << 20
    /// Pending calls; a further one fails as busy.
    package static let pendingCalls = 4096
    /// Unanswered calls of peers to our objects; a further one is refused.
    package static let openRequests = 1024
    /// Messages handled in a row before the event loop continues with other work.
    package static let messagesInARow = 64
}
