/// What a client may be allowed to do.
package enum ControlRight: String, CaseIterable, Sendable {
    /// To read notices and how the bridge is.
    case read
    /// To answer calls, clear notices, mute apps, pair and forget phones, and reload the configuration.
    case act
    /// To see what was kept, years ago too.
    case lookBack = "look back"
    /// To hand the whole history over to a centre.
    case handOver = "hand over"
}
