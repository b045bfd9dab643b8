import Notices

/// Zone of a smoothed signal, with hysteresis: the signal must stay well within another zone before it changes.
struct ZoneFilter: Hashable, Sendable {
    /// Gain at half a metre over one metre, in dB.
    static let immediateGain = 6.0
    /// Loss at four metres, in dB.
    static let nearLoss = 12.0
    /// Hysteresis beyond a border, in dB.
    ///
    /// People who walk about a room cause similar changes for a beacon at rest. The margin for a nearer zone is smaller,
    /// because an obstacle never strengthens a signal.
    static let marginNearer = 3.5
    static let marginFarther = 4.5
    /// Time for which the signal must stay beyond the border.
    static let patience: Duration = .seconds(2)

    /// Current zone.
    private(set) var zone = Zone.unknown
    /// A different zone that the signal indicates, but not yet for as long as `patience`.
    private var candidate: Candidate?

    private struct Candidate: Hashable, Sendable {
        let zone: Zone
        let since: Duration
    }

    /// Adds a signal as its gain over one metre; returns whether the zone has changed.
    mutating func take(gain: Double, at time: Duration) -> Bool {
        let wanted = Self.zone(of: gain, coming: zone)
        guard wanted != zone else {
            candidate = nil
            return false
        }
        // The first signal sets a zone at once.
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

    /// Resets the zone when no signal is available; returns whether it was known.
    @discardableResult
    mutating func clear() -> Bool {
        candidate = nil
        defer { zone = .unknown }
        return zone != .unknown
    }

    private static func zone(of gain: Double, coming from: Zone) -> Zone {
        // Hysteresis: each border lies further away for a signal that crosses it.
        let inner = immediateGain + (from == .immediate ? -marginFarther : marginNearer)
        let outer =
            from == .unknown
            ? -nearLoss : -nearLoss + (from == .far ? marginNearer : -marginFarther)
        if gain >= (from == .unknown ? immediateGain : inner) { return .immediate }
        return gain >= outer ? .near : .far
    }
}
