/// Limits for clients of a web server.
package enum WebLimits {
    /// Maximum size of a request head in bytes; larger ones are refused.
    package static let head = 8 * 1_024
    /// Maximum number of header fields; more are refused.
    package static let fields = 64
    /// Maximum size of a request body in bytes; larger ones are refused.
    package static let body = 1_024
    /// Maximum number of query values; more are refused.
    package static let queryItems = 32
    /// Maximum size in bytes of a response that needs no room in the budget.
    static let shortAnswer = 256 * 1_024
    /// Maximum number of bytes read from one connection in a row.
    static let portion = 4 * 1_024
    /// Maximum number of connections accepted in a row.
    static let acceptedPerTurn = 64
    /// Pause of accepting when the process has no free descriptor.
    static let pause = Duration.seconds(1)
}
