internal import Linux

/// Properties of a notification in a scenario; nil for unspecified ones.
struct NotificationText: Sendable {
    /// Date of a notification.
    enum Date: Sendable {
        /// Time at which the phone receives it, plus an offset.
        case now(movedBy: Duration)
        /// These bytes, in any format.
        case text([UInt8])
    }

    var category: NotificationCategory?
    var namedFlags: NotificationFlags?
    var exactFlags: NotificationFlags?
    var app: [UInt8]?
    var title: [UInt8]?
    var subtitle: [UInt8]?
    var message: [UInt8]?
    var date: Date?
    var positiveLabel: [UInt8]?
    var negativeLabel: [UInt8]?

    /// Applies the specified properties, and keeps the rest.
    ///
    /// - Parameter clock: the phone's own clock; nil for that of the host.
    func apply(
        to notification: inout StoredNotification, at now: Phone.Moment, on clock: SimulatedClock?
    ) {
        if let category { notification.category = category }
        if let namedFlags {
            notification.namedFlags = namedFlags
            notification.exactFlags = nil
        }
        if let exactFlags { notification.exactFlags = exactFlags }
        if let app { notification.app = app }
        if let title { notification.title = title }
        if let subtitle { notification.subtitle = subtitle }
        if let message { notification.message = message }
        if let positiveLabel { notification.positiveLabel = positiveLabel }
        if let negativeLabel { notification.negativeLabel = negativeLabel }
        switch date {
        case .now(let moved):
            notification.date = ScenarioDate.text(
                of: now.wall.advanced(by: moved), on: clock)
        case .text(let bytes): notification.date = bytes
        case nil: break
        }
    }
}
