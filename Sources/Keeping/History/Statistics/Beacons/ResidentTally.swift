/// Time at home of one resident.
///
/// A stay lasts from the report of the arrival to the last advertisement before the reported
/// departure. The absence timeout and times without a running bridge do not count.
struct ResidentTally: Sendable {
    let name: String
    private(set) var isHome: Bool
    /// Start of the current state.
    private(set) var since: Int64
    /// Number of arrivals.
    private(set) var comings = 0
    /// Milliseconds at home, without the current stay.
    private var past: Int64 = 0

    /// Creates a tally; the time before `time` is unknown.
    init(name: String, isHome: Bool, at time: Int64) {
        self.name = name
        self.isHome = isHome
        since = time
    }

    /// Counts an arrival or departure.
    ///
    /// - Parameters:
    ///   - heard: time of the last advertisement before a departure
    ///   - start: beginning of the period that counts
    mutating func add(isHome: Bool, at time: Int64, heard: Int64?, countingFrom start: Int64?) {
        guard isHome != self.isHome else { return }
        if isHome {
            since = time
            if time >= start ?? time { comings += 1 }
        } else {
            let gone = max(since, min(heard ?? time, time))
            past += Self.time(from: since, until: gone, countingFrom: start)
            since = gone
        }
        self.isHome = isHome
    }

    /// Counts the arrival of a resident without a known state.
    mutating func addFirstComing() { comings += 1 }

    /// Returns the milliseconds at home.
    ///
    /// - Parameter end: end of the time in which presence at home is certain
    func home(until end: Int64?, countingFrom start: Int64?) -> Int64 {
        guard isHome, let end else { return past }
        return past + Self.time(from: since, until: end, countingFrom: start)
    }

    private static func time(from: Int64, until: Int64, countingFrom start: Int64?) -> Int64 {
        max(0, until - max(from, start ?? from))
    }
}
