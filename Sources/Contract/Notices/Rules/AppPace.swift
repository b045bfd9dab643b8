/// How many notices of each app may pass in a minute: all at once, or spread over it.
struct AppPace: Sendable {
    /// Apps that are counted; past that the one heard of longest ago begins anew.
    static let limit = 256
    private static let window: Duration = .seconds(60)

    /// When an app that goes on at its pace would be even.
    private var evenAt = BoundedMemory<Text, Duration>(limit: limit)

    /// Whether one more may pass, and counts it if so.
    mutating func takes(_ app: Text, perMinute count: Int, at now: Duration) -> Bool {
        guard count > 0 else { return false }
        let interval = Self.window / count
        let even = max(evenAt[app] ?? now, now)
        guard even - now <= Self.window - interval else { return false }
        evenAt[app] = even + interval
        return true
    }
}
