import Notices

/// One beacon that is or was in the air.
struct BeaconTrack: Hashable, Sendable {
    /// Where nothing was heard for so long although the host listened, nobody can say how near it is.
    static let zonePatience: Duration = .seconds(10)
    /// Nor where nothing was heard for so long, whether it listened or not.
    static let zoneMemory: Duration = .seconds(60)
    /// A beacon that was silent for so long is not in the air any more.
    static let airPatience: Duration = .seconds(60)
    /// Addresses of one beacon that are told apart; more are so many.
    static let addressLimit = 8
    /// A signal that never changes for so long, in so many messages, comes from no beacon that is there.
    static let stuckTime: Duration = .seconds(180)
    static let stuckCount = 30

    /// A signal that is always the same.
    private struct Sameness: Hashable, Sendable {
        var signal: Int
        var since: Duration
        var count: Int
    }

    let id: BeaconID
    /// Its signal one metre away, in dBm, as it says itself.
    private(set) var power: Int
    /// How strong it is, and where.
    private(set) var filter = SignalFilter()
    private var zones = ZoneFilter()
    private(set) var lastHeard: Duration
    private var zoneSilence: UnheardTime
    private var airSilence: UnheardTime
    /// From where it was heard lately, the latest last.
    private(set) var addresses: [String] = []
    private var sameness: Sameness?

    /// - Parameter began: since when the host has been listening; nil while it does not.
    init(_ frame: BeaconFrame, listeningSince began: Duration?, at time: Duration) {
        id = frame.id
        power = frame.power
        lastHeard = time
        zoneSilence = UnheardTime(patience: Self.zonePatience, listeningSince: began)
        airSilence = UnheardTime(patience: Self.airPatience, listeningSince: began)
    }

    /// Whether its signal is one that nothing has that is really there.
    var isStuck: Bool {
        sameness.map { $0.count >= Self.stuckCount && lastHeard - $0.since >= Self.stuckTime }
            ?? false
    }

    /// Takes a message of it.
    ///
    /// - Parameter reference: its signal one metre away, where a person has said that.
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

    /// Takes that the host listens from now on, or no longer.
    mutating func listen(_ isListening: Bool, at time: Duration) {
        zoneSilence.listen(isListening, at: time)
        airSilence.listen(isListening, at: time)
    }

    /// How near it is, unless it has been silent too long to say.
    func zone(at time: Duration) -> Zone { time >= zoneEnd ? .unknown : zones.zone }

    /// When nobody can say that any more, should nothing else happen before.
    var zoneEnd: Duration {
        let latest = lastHeard + Self.zoneMemory
        return min(zoneSilence.end ?? latest, latest)
    }

    /// Whether it is not in the air any more.
    func hasVanished(at time: Duration) -> Bool { airSilence.isOver(at: time) }

    /// How far away it may be, in metres; nil where nobody can say.
    func accuracy(reference: Int?, at time: Duration) -> Double? {
        guard zone(at: time) != .unknown, let value = filter.value else { return nil }
        return Distance.metres(afterLoss: Double(reference ?? power) - value)
    }
}
