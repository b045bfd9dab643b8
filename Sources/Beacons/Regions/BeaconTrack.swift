/// One beacon that is or was in the air.
struct BeaconTrack: Hashable, Sendable {
    /// Where nothing was heard for so long, nobody can say how near it is.
    static let zonePatience: Duration = .seconds(10)
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
    private(set) var zones = ZoneFilter()
    private(set) var lastHeard: Duration
    /// Windows of listening that were over then.
    private(set) var windows: Int
    /// From where it was heard lately, the latest last.
    private(set) var addresses: [String] = []
    private var sameness: Sameness?

    init(_ frame: BeaconFrame, at time: Duration) {
        id = frame.id
        power = frame.power
        lastHeard = time
        windows = 0
    }

    /// Whether its signal is one that nothing has that is really there.
    var isStuck: Bool {
        sameness.map { $0.count >= Self.stuckCount && lastHeard - $0.since >= Self.stuckTime }
            ?? false
    }

    /// Takes a message of it.
    ///
    /// - Parameters:
    ///   - reference: its signal one metre away, where a person has said that.
    ///   - windows: how many windows of listening were over.
    mutating func take(
        _ frame: BeaconFrame, from address: String, signal: Int?, reference: Int?,
        windows: Int, at time: Duration
    ) {
        power = frame.power
        lastHeard = time
        self.windows = windows
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

    /// Forgets where it was, if it has been silent too long to say.
    mutating func fade(_ hearing: Hearing, at time: Duration) {
        if hearing.isSilent(lastHeard, windows, for: Self.zonePatience, at: time) {
            _ = zones.clear()
        }
    }

    /// How far away it may be, in metres; nil where nobody can say.
    func accuracy(reference: Int?) -> Double? {
        guard zones.zone != .unknown, let value = filter.value else { return nil }
        return Distance.metres(afterLoss: Double(reference ?? power) - value)
    }
}
