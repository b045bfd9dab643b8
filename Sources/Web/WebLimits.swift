/// What a stranger may take of a web server.
package enum WebLimits {
    /// Bytes of a request before its body; more are refused.
    package static let head = 8 * 1_024
    /// Fields of a request; more are refused.
    package static let fields = 64
    /// Bytes of the body of a request; more are refused.
    package static let body = 1_024
    /// Values of a query; more are refused.
    package static let queryItems = 32
    /// How long a request may take from its first byte to its last.
    package static let request = Duration.seconds(10)
    /// How long a connection may wait for its next request.
    package static let idle = Duration.seconds(60)
    /// How long whoever gets an answer may take nothing of it.
    package static let stall = Duration.seconds(30)
    /// Connections that are no streams; for a further one the one goes that was of no use for the longest.
    package static let connections = 128
    /// Bytes that wait for the reader of a stream; then it is cut off, and comes back.
    package static let stream = 256 * 1_024
    /// Bytes read from one connection before it is the others' turn.
    static let portion = 4 * 1_024
    /// Connections accepted before it is the turn of other things.
    static let acceptedPerTurn = 64
    /// How long nothing is accepted where the process has run out of descriptors.
    static let pause = Duration.seconds(1)
    /// How long connections may take to end when the server ends.
    package static let parting = Duration.seconds(2)
}
