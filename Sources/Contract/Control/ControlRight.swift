/// A permission of a client.
package enum ControlRight: String, CaseIterable, Sendable {
    /// Read notifications and status.
    case read
    /// Answer calls, clear notifications, mute apps, pair and forget phones, and reload the configuration.
    case act
    /// Read the history.
    case lookBack = "look back"
    /// Upload the whole history to the central database.
    case handOver = "hand over"
}
