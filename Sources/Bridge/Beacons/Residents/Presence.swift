package import Notices

/// Whether a person's phone is here: its link, its own messages, and time in; news out.
///
/// A link that is there is the best proof. Phones end links by themselves and come back, so that a link that is gone
/// proves nothing for a while; nothing does while the radio could not have known.
package struct Presence: Hashable, Sendable {
    /// How long a phone must be neither linked nor heard before its person has gone, where nobody says.
    package static let usualPatience: Duration = .seconds(180)
    /// The signal of a phone one metre away, in dBm, where nobody says.
    package static let usualPower = -59
    /// A signal that is older than this says nothing of where the phone is.
    static let zonePatience: Duration = .seconds(20)

    /// Where the person is.
    package enum State: Hashable, Sendable {
        /// Nobody knows yet.
        case unknown
        /// The phone is here.
        case home
        /// It has not been here for a while.
        case away
    }

    /// What is told of a person.
    package enum News: Hashable, Sendable {
        /// The phone is here again, or for the first time.
        case came
        /// It has gone.
        case went
        /// It is in another zone than before.
        case moved
    }

    /// How long it must be gone.
    package var patience: Duration
    /// Its signal one metre away, in dBm.
    package var power: Int
    /// Where the person is.
    package private(set) var state = State.unknown
    /// Since when; nil where nobody knows.
    package private(set) var since: Duration?
    /// When the phone was here last for certain.
    package private(set) var lastHeard: Duration?
    /// The same since the start: what is remembered is by another clock.
    private var seen: Duration?
    private var isLinked = false
    /// Since when the radio would have told of the phone; nil while it cannot.
    private var watching: Duration?
    private var filter = SignalFilter()
    private var zones = ZoneFilter()

    /// A person of whom nothing is known.
    package init(patience: Duration = usualPatience, power: Int = usualPower) {
        self.patience = patience
        self.power = power
    }

    /// Takes what was known before a restart; times may be before the clock's beginning.
    package mutating func restore(_ state: State, since: Duration?, lastHeard: Duration?) {
        guard self.state == .unknown else { return }
        (self.state, self.since, self.lastHeard) = (state, since, lastHeard)
    }

    /// How near the phone is.
    package var zone: Zone { zones.zone }

    /// How strong it arrives, smoothed, in dBm; nil where nobody can say.
    package var signal: Int? {
        zone == .unknown ? nil : filter.value.map { Int($0.rounded()) }
    }

    /// How far away it may be, in metres.
    package var accuracy: Double? {
        guard zone != .unknown, let value = filter.value else { return nil }
        return Distance.metres(afterLoss: Double(power) - value)
    }

    /// Takes whether the radio would tell of the phone at all.
    package mutating func watch(_ isWatching: Bool, at time: Duration) -> News? {
        watching = isWatching ? watching ?? time : nil
        return advance(to: time)
    }

    /// Takes that the phone's link has come or gone.
    package mutating func link(_ isUp: Bool, at time: Duration) -> News? {
        if isLinked || isUp { see(at: time) }
        isLinked = isUp
        return isUp ? come(at: time) : nil
    }

    /// Takes how strong the phone arrives, over its link or by what it sends to everybody.
    package mutating func hear(signal: Int?, at time: Duration) -> News? {
        see(at: time)
        let before = zone
        if let signal, signal < 20, signal != 0 {
            filter.take(signal, at: time)
            if let value = filter.value {
                _ = zones.take(gain: value - Double(power), at: time)
            }
        }
        return come(at: time) ?? (zone == before ? nil : .moved)
    }

    /// Takes that it is this late.
    package mutating func advance(to time: Duration) -> News? {
        let isStale = zoneDeadline.map { time >= $0 } ?? false
        if isStale { zones.clear() }
        guard let end = patienceDeadline, time >= end else {
            return isStale && state == .home ? .moved : nil
        }
        (state, since) = (.away, time)
        zones.clear()
        return .went
    }

    /// When something changes, should nothing be heard before; nil where that cannot be.
    package var deadline: Duration? {
        [patienceDeadline, zoneDeadline].compactMap(\.self).min()
    }

    /// When the person has gone.
    private var patienceDeadline: Duration? {
        guard state == .home, !isLinked, let watching else { return nil }
        return max(watching, seen ?? watching) + patience
    }

    /// When nobody can say any more where the phone is.
    private var zoneDeadline: Duration? {
        zone == .unknown ? nil : filter.last.map { $0 + Self.zonePatience }
    }

    private mutating func see(at time: Duration) {
        (lastHeard, seen) = (time, time)
    }

    private mutating func come(at time: Duration) -> News? {
        guard state != .home else { return nil }
        (state, since) = (.home, time)
        return .came
    }
}
