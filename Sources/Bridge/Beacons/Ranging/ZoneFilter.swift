import Notices

/// The zone that a smoothed signal stands for; it changes only when the signal is well within another one, and stays.
struct ZoneFilter: Hashable, Sendable {
    /// How much stronger than one metre away a signal is at half a metre, in dB.
    static let immediateGain = 6.0
    /// How much weaker it is at four metres.
    static let nearLoss = 12.0
    /// How far beyond a border it must be, in dB.
    ///
    /// People who walk about a room make as much of a beacon that lies still. Fewer decibels are enough to come nearer,
    /// for what gets in the way never makes a signal stronger.
    static let marginNearer = 3.5
    static let marginFarther = 4.5
    /// For how long.
    static let patience: Duration = .seconds(2)

    /// Where it is.
    private(set) var zone = Zone.unknown
    /// Another zone that the signal has pointed to since a moment.
    private var candidate: Candidate?

    private struct Candidate: Hashable, Sendable {
        let zone: Zone
        let since: Duration
    }

    /// Takes a signal, by how much stronger it is than one metre away; says whether the zone changed.
    mutating func take(gain: Double, at time: Duration) -> Bool {
        let wanted = Self.zone(of: gain, coming: zone)
        guard wanted != zone else {
            candidate = nil
            return false
        }
        // What is heard for the first time is somewhere at once.
        guard zone != .unknown else {
            zone = wanted
            return true
        }
        guard let candidate, candidate.zone == wanted, candidate.since <= time else {
            candidate = Candidate(zone: wanted, since: time)
            return false
        }
        guard time - candidate.since >= Self.patience else { return false }
        zone = wanted
        self.candidate = nil
        return true
    }

    /// Forgets where it was, for nothing was heard; says whether that was known.
    @discardableResult
    mutating func clear() -> Bool {
        candidate = nil
        defer { zone = .unknown }
        return zone != .unknown
    }

    private static func zone(of gain: Double, coming from: Zone) -> Zone {
        // The border is further away for who comes from the other side.
        let inner = immediateGain + (from == .immediate ? -marginFarther : marginNearer)
        let outer =
            from == .unknown
            ? -nearLoss : -nearLoss + (from == .far ? marginNearer : -marginFarther)
        if gain >= (from == .unknown ? immediateGain : inner) { return .immediate }
        return gain >= outer ? .near : .far
    }
}
