/// Timeouts and limits of a web server.
package struct WebPatience: Hashable, Sendable {
    /// Time limit of a request, from its first byte to its last.
    package var request = Duration.seconds(10)
    /// Time limit until the next request of a connection.
    package var idle = Duration.seconds(60)
    /// Time limit without progress of a response.
    package var stall = Duration.seconds(30)
    /// Time without progress after which a response counts as useless.
    package var progress = Duration.seconds(2)
    /// Time limit for closing connections.
    package var parting = Duration.seconds(2)
    /// Maximum number of connections without streams; a further one replaces the least useful one
    /// of the most crowded network.
    package var connections = 128
    /// Maximum number of unread bytes of long responses of each kind; a further response is
    /// refused.
    package var answers = 32 * 1_024 * 1_024
    /// Maximum number of unread bytes of a stream; a slower reader is disconnected, and can
    /// reconnect.
    package var stream = 256 * 1_024

    package init() {}
}
