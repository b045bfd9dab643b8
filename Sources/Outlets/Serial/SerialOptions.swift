package import Notices

/// What goes to a port, apart from how it is said.
package struct SerialOptions: Hashable, Sendable {
    /// The categories whose notices are said, all where it is empty; what was said is followed to its
    /// end.
    package var categories: Set<Category>
    /// How long silence lasts before the format's heartbeat; nil for none.
    package var heartbeat: Duration?
    /// The most events a second, to which a call that begins to ring need not keep; nil for any
    /// number.
    package var maxRate: Int?
    /// How old a notice may be that is said again when the port comes back, and how long an event may
    /// wait to be said at all.
    package var maxAge: Duration
    /// The most bytes that wait.
    package var queueLimit: Int

    package init(
        categories: Set<Category> = [], heartbeat: Duration? = nil, maxRate: Int? = nil,
        maxAge: Duration = .seconds(600), queueLimit: Int = SerialOutlet.queueLimit
    ) {
        self.categories = categories
        self.heartbeat = heartbeat
        self.maxRate = maxRate
        self.maxAge = maxAge
        self.queueLimit = queueLimit
    }
}
