package import Notices

/// Presence of a resident; takes link state, messages of the phone and time, and returns news.
///
/// A link is the best proof of presence. Phones end links by themselves and return, so a lost link proves nothing for a
/// while. Time during which the radio could not detect the phone does not count.
package struct Presence: Hashable, Sendable {
    /// Default time without a link or message after which the resident is away.
    package static let usualPatience: Duration = .seconds(180)
    /// Default signal of a phone at one metre, in dBm.
    package static let usualPower = -59
    /// Maximum age of a signal that determines the zone.
    static let zonePatience: Duration = .seconds(20)

    /// Presence of the resident.
    package enum State: Hashable, Sendable {
        case unknown
        case home
        case away
    }

    /// Change that is reported.
    package enum News: Hashable, Sendable {
        /// The phone is detected for the first time or again.
        case came
        /// The phone has been gone too long.
        case went
        /// The zone has changed.
        case moved
    }

    /// How long the phone must be gone before the resident is away.
    package var patience: Duration
    /// The phone's signal at one metre, in dBm.
    package var power: Int
    package private(set) var state = State.unknown
    /// Start of the state; nil if unknown.
    package private(set) var since: Duration?
    /// Time of the last contact with the phone.
    package private(set) var lastHeard: Duration?
    /// Last contact since the start of the program; a restored `lastHeard` is by another clock.
    private var seen: Duration?
    private var isLinked = false
    /// Start of the current period in which the radio can detect the phone; nil if it cannot.
    private var watching: Duration?
    private var filter = SignalFilter()
    private var zones = ZoneFilter()

    /// Creates an unknown presence.
    package init(patience: Duration = usualPatience, power: Int = usualPower) {
        self.patience = patience
        self.power = power
    }

    /// Restores the state before a restart; times are negative if they were before the last boot.
    package mutating func restore(_ state: State, since: Duration?, lastHeard: Duration?) {
        guard self.state == .unknown else { return }
        (self.state, self.since, self.lastHeard) = (state, since, lastHeard)
    }

    /// Zone of the phone.
    package var zone: Zone { zones.zone }

    /// Smoothed signal in dBm; nil if unknown.
    package var signal: Int? {
        zone == .unknown ? nil : filter.value.map { Int($0.rounded()) }
    }

    /// Estimated distance in metres; nil if unknown.
    package var accuracy: Double? {
        guard zone != .unknown, let value = filter.value else { return nil }
        return Distance.metres(afterLoss: Double(power) - value)
    }

    /// Records whether the radio can detect the phone.
    package mutating func watch(_ isWatching: Bool, at time: Duration) -> News? {
        watching = isWatching ? watching ?? time : nil
        return advance(to: time)
    }

    /// Records that the phone's link is up or down.
    package mutating func link(_ isUp: Bool, at time: Duration) -> News? {
        if isLinked || isUp { see(at: time) }
        isLinked = isUp
        return isUp ? come(at: time) : nil
    }

    /// Processes the signal of the phone, from its link or its advertisements.
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

    /// Advances the time and returns a change that is due.
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

    /// The next time at which something changes without a message; nil if nothing can.
    package var deadline: Duration? {
        [patienceDeadline, zoneDeadline].compactMap(\.self).min()
    }

    /// The time at which the resident is away unless the phone is heard before; nil if that cannot happen.
    private var patienceDeadline: Duration? {
        guard state == .home, !isLinked, let watching else { return nil }
        return max(watching, seen ?? watching) + patience
    }

    /// The time at which the zone becomes unknown.
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
