/// What one connection holds at most.
package enum BusLimits {
    /// Values within values; a deeper message is refused either way.
    package static let depth = 32
    /// Values in one message; one with more is refused either way.
    package static let values = 1 << 18
    /// Bytes in one message that is sent; a larger one is refused.
    package static let messageBytes = 16 << 20
    /// Bytes that wait to be written; beyond, nothing more is sent.
    package static let outgoingBytes = 32 << 20
    /// Calls that wait for their answer; a further one is answered as busy.
    package static let pendingCalls = 4096
    /// Requests that wait for our answer; a further one is refused.
    package static let openRequests = 1024
    /// Messages handled before the loop turns to others.
    package static let messagesInARow = 64
}
