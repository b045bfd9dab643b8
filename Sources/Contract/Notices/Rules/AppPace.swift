/// Rate limit of notifications per app and minute, which allows bursts.
struct AppPace: Sendable {
    /// Maximum number of apps counted; beyond that the least recently counted one starts again at zero.
    static let limit = 256
    private static let window: Duration = .seconds(60)

    /// Time at which an app's backlog is used up at its allowed rate.
    private var evenAt = BoundedMemory<Text, Duration>(limit: limit)

    /// Returns whether one more notification may pass, and counts it if so.
    mutating func takes(_ app: Text, perMinute count: Int, at now: Duration) -> Bool {
        guard count > 0 else { return false }
        let interval = Self.window / count
        let even = max(evenAt[app] ?? now, now)
        guard even - now <= Self.window - interval else { return false }
        evenAt[app] = even + interval
        return true
    }
}
