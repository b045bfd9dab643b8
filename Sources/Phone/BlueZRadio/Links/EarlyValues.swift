/// Values of one characteristic, such as Notification Source, that arrived before its subscription.
///
/// After a reconnection bluetoothd subscribes by itself, and the phone announces everything at
/// once.
struct EarlyValues {
    /// Maximum number of values; the oldest is dropped.
    static let limit = 4096

    private var values: [[UInt8]] = []

    mutating func keep(_ value: [UInt8]) {
        values.append(value)
        if values.count > Self.limit { values.removeFirst() }
    }

    /// Returns the stored values in order, and clears them.
    mutating func take() -> [[UInt8]] {
        let kept = values
        values = []
        return kept
    }
}
