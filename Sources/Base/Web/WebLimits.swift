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
    /// Bytes of an answer that there is always room for.
    static let shortAnswer = 256 * 1_024
    /// Bytes read from one connection before it is the others' turn.
    static let portion = 4 * 1_024
    /// Connections accepted before it is the turn of other things.
    static let acceptedPerTurn = 64
    /// How long nothing is accepted where the process has run out of descriptors.
    static let pause = Duration.seconds(1)
}
