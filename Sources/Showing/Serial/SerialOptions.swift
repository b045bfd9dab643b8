package import Notices

/// Selection and timing of the events for a port.
package struct SerialOptions: Hashable, Sendable {
    /// Categories of notifications that are sent; empty for all.
    ///
    /// A notification that was sent is followed to its end.
    package var categories: Set<Category> = []
    /// Time of silence before the heartbeat of the format; nil for none.
    package var heartbeat: Duration?
    /// Maximum events per second; nil for no limit.
    ///
    /// A call that begins to ring is exempt.
    package var maxRate: Int?
    /// Maximum age of a notification that is sent again when the port is back.
    ///
    /// Also the maximum time in the queue, if above `SerialOptions.leastPatience`.
    package var maxAge: Duration = .seconds(600)
    /// Start-up time of a device after its port was opened; nil for the default.
    package var settle: Duration?
    /// Whether silent notifications are sent; the format determines how loud they are.
    package var silence = Silence.quiet
    /// Byte limit of the queue.
    package var queueLimit = SerialOutlet.queueLimit

    /// Minimum time that an event may wait in the queue, whatever `maxAge` says.
    package static let leastPatience: Duration = .seconds(60)
}
