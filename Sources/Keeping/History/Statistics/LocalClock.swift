internal import Linux

/// Local day and hour for successive times.
///
/// The C library is called only once per quarter of an hour: no current time zone changes its
/// offset within one.
struct LocalClock: Sendable {
    private static let quarter: Int64 = 900_000

    private var quarter: Int64?
    private(set) var day = LocalDay(number: 0)
    private(set) var hour = 0

    /// Moves to a time; returns whether the day changed.
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
