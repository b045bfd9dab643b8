package import Notices

/// What goes to a port, apart from how it is said.
package struct SerialOptions: Hashable, Sendable {
    /// The categories whose notices are said, all where it is empty; what was said is followed to its
    /// end.
    package var categories: Set<Category> = []
    /// How long silence lasts before the format's heartbeat; nil for none.
    package var heartbeat: Duration?
    /// The most events a second, to which a call that begins to ring need not keep; nil for any
    /// number.
    package var maxRate: Int?
    /// How old a notice may be that is said again when the port comes back, and how long an event may
    /// wait to be said at all, though never less than `SerialOptions.leastPatience`.
    package var maxAge: Duration = .seconds(600)
    /// How long a device takes to listen after its port was opened; nil for what is usual.
    package var settle: Duration?
    /// Whether what is delivered in silence is said; how loud it is, is the format's.
    package var silence = Silence.quiet
    /// The most bytes that wait.
    package var queueLimit = SerialOutlet.queueLimit

    /// How long an event may wait to be said, whatever the age of what is said again.
    package static let leastPatience: Duration = .seconds(60)
}
