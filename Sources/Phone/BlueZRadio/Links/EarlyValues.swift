/// Notification Source values that came before the session listened: after a reconnection bluetoothd
/// subscribes by itself, and the phone announces everything at once.
struct EarlyValues {
    /// Values that are kept; past that the oldest is dropped.
    static let limit = 4096

    private var values: [[UInt8]] = []

    mutating func keep(_ value: [UInt8]) {
        values.append(value)
        if values.count > Self.limit { values.removeFirst() }
    }

    /// Hands over what was kept, in order, and keeps it no longer.
    mutating func take() -> [[UInt8]] {
        let kept = values
        values = []
        return kept
    }
}
