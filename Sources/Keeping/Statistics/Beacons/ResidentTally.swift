/// What was counted of one person: how long they were at home.
///
/// They are there from the moment that it was told until they were heard last before they were said to have
/// gone, so that neither the patience of the watch nor a time in which nobody watched counts.
struct ResidentTally: Sendable {
    let name: String
    private(set) var isHome: Bool
    /// Since when that is so.
    private(set) var since: Int64
    /// How often they came home.
    private(set) var comings = 0
    /// Milliseconds at home, without the time that has not ended.
    private var past: Int64 = 0

    /// - Parameter isHome: nothing is known of the time before.
    init(name: String, isHome: Bool, at time: Int64) {
        self.name = name
        self.isHome = isHome
        since = time
    }

    /// Counts that somebody came or went.
    ///
    /// - Parameters:
    ///   - heard: when they were heard last, where they went.
    ///   - start: the time before which nothing counts.
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

    /// Counts that somebody came of whom nothing was known.
    mutating func addFirstComing() { comings += 1 }

    /// Milliseconds at home.
    ///
    /// - Parameter end: until when those who are at home are known to be.
    func home(until end: Int64?, countingFrom start: Int64?) -> Int64 {
        guard isHome, let end else { return past }
        return past + Self.time(from: since, until: end, countingFrom: start)
    }

    private static func time(from: Int64, until: Int64, countingFrom start: Int64?) -> Int64 {
        max(0, until - max(from, start ?? from))
    }
}
