import Notices

/// One beacon that is or was in the air.
struct BeaconTrack: Hashable, Sendable {
    /// Silence, counted while the host listens, after which the zone is unknown.
    static let zonePatience: Duration = .seconds(10)
    /// Silence after which the zone is unknown, whether the host listens or not.
    static let zoneMemory: Duration = .seconds(60)
    /// Silence, counted while the host listens, after which the beacon has vanished from the air.
    static let airPatience: Duration = .seconds(60)
    /// Maximum number of addresses counted for one beacon.
    static let addressLimit = 8
    /// Time and message count after which an unchanging signal is considered stuck, not a real beacon.
    static let stuckTime: Duration = .seconds(180)
    static let stuckCount = 30

    /// Run of identical signals.
    private struct Sameness: Hashable, Sendable {
        var signal: Int
        var since: Duration
        var count: Int
    }

    let id: BeaconID
    /// Signal at one metre that the beacon states, in dBm.
    private(set) var power: Int
    /// Smoothed signal.
    private(set) var filter = SignalFilter()
    private var zones = ZoneFilter()
    private(set) var lastHeard: Duration
    private var zoneSilence: UnheardTime
    private var airSilence: UnheardTime
    /// Recent addresses, latest last.
    private(set) var addresses: [String] = []
    private var sameness: Sameness?

    /// - Parameter began: start of current listening; nil if the host does not listen.
    init(_ frame: BeaconFrame, listeningSince began: Duration?, at time: Duration) {
        id = frame.id
        power = frame.power
        lastHeard = time
        zoneSilence = UnheardTime(patience: Self.zonePatience, listeningSince: began)
        airSilence = UnheardTime(patience: Self.airPatience, listeningSince: began)
    }

    /// Whether its signal is too constant for a real beacon.
    var isStuck: Bool {
        sameness.map { $0.count >= Self.stuckCount && lastHeard - $0.since >= Self.stuckTime }
            ?? false
    }

    /// Processes a message of the beacon.
    ///
    /// - Parameter reference: configured signal at one metre, if any.
    mutating func take(
        _ frame: BeaconFrame, from address: String, signal: Int?, reference: Int?,
        at time: Duration
    ) {
        if zone(at: time) == .unknown { zones.clear() }
        power = frame.power
        lastHeard = time
        zoneSilence.hear(at: time)
        airSilence.hear(at: time)
        if addresses.last != address {
            addresses.removeAll { $0 == address }
            addresses.append(address)
            if addresses.count > Self.addressLimit { addresses.removeFirst() }
        }
        guard let signal, signal < 20, signal != 0 else { return }
        if sameness?.signal == signal {
            sameness?.count += 1
        } else {
            sameness = Sameness(signal: signal, since: time, count: 1)
        }
        filter.take(signal, at: time)
        guard let value = filter.value else { return }
        _ = zones.take(gain: value - Double(reference ?? power), at: time)
    }

    /// Records that the host starts or stops listening.
    mutating func listen(_ isListening: Bool, at time: Duration) {
        zoneSilence.listen(isListening, at: time)
        airSilence.listen(isListening, at: time)
    }

    /// Returns the zone, unknown after too long a silence.
    func zone(at time: Duration) -> Zone { time >= zoneEnd ? .unknown : zones.zone }

    /// The time at which the zone becomes unknown if no message is received.
    var zoneEnd: Duration {
        let latest = lastHeard + Self.zoneMemory
        return min(zoneSilence.end ?? latest, latest)
    }

    /// Returns whether the beacon is no longer in the air.
    func hasVanished(at time: Duration) -> Bool { airSilence.isOver(at: time) }

    /// Returns the estimated distance in metres; nil if unknown.
    func accuracy(reference: Int?, at time: Duration) -> Double? {
        guard zone(at: time) != .unknown, let value = filter.value else { return nil }
        return Distance.metres(afterLoss: Double(reference ?? power) - value)
    }
}
