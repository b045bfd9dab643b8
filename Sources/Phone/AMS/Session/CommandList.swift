/// Player for which the phone has sent its list of supported commands, and when to request that
/// list again.
///
/// A phone sends the list once for each subscription to Remote Command, not if its player changes.
struct CommandList: Sendable {
    /// Value of an attribute that identifies the player.
    private struct Value: Sendable {
        var bytes: [UInt8]
        /// Whether the value continues on the phone.
        var isCut: Bool

        /// Whether both can be the same value, of which one may be cut.
        func matches(_ other: Value) -> Bool {
            guard isCut || other.isCut else { return bytes == other.bytes }
            let count = min(bytes.count, other.bytes.count)
            return bytes.prefix(count) == other.bytes.prefix(count)
        }
    }

    private var player: [MediaAttribute: Value] = [:]
    /// Player at the time of the subscription; an attribute that was unknown then is added later.
    private var listed: [MediaAttribute: Value] = [:]
    /// Whether the list of the new subscription has not arrived yet.
    private var isAwaited = false
    private var lastRenewal: Duration?
    /// Time at which the list is requested again.
    private(set) var deadline: Duration?

    /// Whether the last received list is that of the present player.
    var isCurrent: Bool { !isAwaited && !isOutdated }

    private var isOutdated: Bool {
        player.contains { attribute, value in
            // Without a player there is nothing to command.
            guard let listed = listed[attribute], !value.bytes.isEmpty else { return false }
            return !value.matches(listed)
        }
    }

    /// Handles a value of an attribute; only those that identify the player matter.
    mutating func take(
        _ value: [UInt8], of attribute: MediaAttribute, isCut: Bool, at now: Duration
    ) {
        guard attribute == .playerName || attribute == .bundleIdentifier else { return }
        let value = Value(bytes: Array(value.prefix(MediaLimits.text)), isCut: isCut)
        player[attribute] = value
        if listed[attribute].map({ $0.isCut && $0.matches(value) }) ?? true {
            listed[attribute] = value
        }
        guard isOutdated else {
            deadline = nil
            return
        }
        // Name and bundle identifier arrive one after the other.
        let settled = now + MediaLimits.settling
        let earliest = lastRenewal.map { $0 + MediaLimits.renewalInterval }
        deadline = deadline ?? max(settled, earliest ?? settled)
    }

    /// Returns whether the list must be requested again now.
    mutating func isDue(at now: Duration) -> Bool {
        guard let deadline, deadline <= now else { return false }
        self.deadline = nil
        return true
    }

    /// Records that the subscription is being ended, to be made again.
    mutating func unsubscribing(at now: Duration) { lastRenewal = now }

    /// Records that the subscription ended.
    mutating func unsubscribed() { isAwaited = true }

    /// Records a new subscription.
    mutating func subscribed() {
        listed = player
        deadline = nil
    }

    /// Records that the phone has sent the list.
    mutating func received() { isAwaited = false }

    /// Forgets the player after the service has ended.
    mutating func end() {
        let lastRenewal = lastRenewal
        self = CommandList()
        self.lastRenewal = lastRenewal
    }
}
