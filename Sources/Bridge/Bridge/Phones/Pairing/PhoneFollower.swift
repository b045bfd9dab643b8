import Notices

/// Follower of the phone that was just paired; returns each change of its state.
///
/// A phone known before may report a state before its pairing is noticed, and other phones may be connected.
struct PhoneFollower {
    /// State of a phone, with its name on this host.
    typealias News = (name: String, state: PhoneState)

    /// States before the pairing, by bond.
    private var known: [String: News] = [:]
    private var target: String?
    private var told: PhoneState?
    /// Whether a state arrived under the paired bond.
    ///
    /// Until then, a phone that was not known before is taken for the paired one, whose bond may change after pairing.
    private var isCertain = false

    /// Whether a phone has been paired.
    var isFollowing: Bool { target != nil }

    /// Whether the phone shares its notifications.
    var isReady: Bool { told == .ready }

    /// Sets the bond of the paired phone, and returns its state if already known.
    mutating func follow(_ bond: String) -> News? {
        target = bond
        return known[bond].flatMap { take($0.state, of: bond, named: $0.name) }
    }

    /// Records the new name of a phone.
    mutating func rename(_ bond: String, to name: String) {
        known[bond]?.name = name
    }

    /// Records the state of a phone, and returns it if it is new for the paired one.
    mutating func take(_ state: PhoneState, of bond: String, named name: String) -> News? {
        guard let target else {
            known[bond] = (name, state)
            return nil
        }
        if bond == target {
            isCertain = true
        } else if isCertain || known[bond] != nil {
            return nil
        }
        guard told != state else { return nil }
        told = state
        return (name, state)
    }
}
