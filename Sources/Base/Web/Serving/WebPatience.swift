/// How long a web server bears with whoever is slow, and with how many.
package struct WebPatience: Hashable, Sendable {
    /// How long a request may take from its first byte to its last.
    package var request = Duration.seconds(10)
    /// How long a connection may wait for its next request.
    package var idle = Duration.seconds(60)
    /// How long whoever gets an answer may take nothing of it.
    package var stall = Duration.seconds(30)
    /// After how long without progress an answer is of no use to anybody.
    package var progress = Duration.seconds(2)
    /// How long connections may take to end when there is nothing more to say on them.
    package var parting = Duration.seconds(2)
    /// Connections that are no streams; for a further one the least useful goes of the address with the most.
    package var connections = 128
    /// Bytes of long answers of each load that all readers together may leave unread; a further one is refused.
    package var answers = 32 * 1_024 * 1_024
    /// Bytes that the reader of a stream may leave unread; whoever leaves more is cut off, and comes back.
    package var stream = 256 * 1_024

    /// As strangers deserve.
    package init() {}
}
