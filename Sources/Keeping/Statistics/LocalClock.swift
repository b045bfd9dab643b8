internal import Linux

/// Tells day and hour of one moment after another, and asks the C library only when a quarter of
/// an hour is over: no zone of today changes its offset within one.
struct LocalClock: Sendable {
    private static let quarter: Int64 = 900_000

    private var quarter: Int64?
    private(set) var day = LocalDay(number: 0)
    private(set) var hour = 0

    /// Moves to a moment, and says whether the day is another one.
    mutating func move(to time: WallTime) -> Bool {
        let quarter = time.milliseconds / Self.quarter
        guard quarter != self.quarter else { return false }
        let isFirst = self.quarter == nil
        self.quarter = quarter
        let local = time.local
        let day = LocalDay(local)
        hour = local.hour
        guard day != self.day || isFirst else { return false }
        self.day = day
        return true
    }
}
