import Notices

/// How the phone that has just been paired is doing, told once each; one that was known before may
/// have said so before its pairing was noticed, and others may be there as well.
struct PhoneFollower {
    /// How a phone is doing, by the name that it has here.
    typealias News = (name: String, state: PhoneState)

    /// The phones that were heard of before, by their bonds.
    private var known: [String: News] = [:]
    private var target: String?
    private var told: PhoneState?
    /// Whether what came was under the target's own bond, which may still change after the pairing.
    private var isCertain = false

    /// Whether a phone has been paired.
    var isFollowing: Bool { target != nil }

    /// Whether the phone shows its notifications.
    var isReady: Bool { told == .ready }

    /// Takes the bond of the phone that was paired, and gives what is known of it already.
    mutating func follow(_ bond: String) -> News? {
        target = bond
        return known[bond].flatMap { take($0.state, of: bond, named: $0.name) }
    }

    /// Takes another name of a phone.
    mutating func rename(_ bond: String, to name: String) {
        known[bond]?.name = name
    }

    /// Takes how a phone is doing, and gives that where it is news of the paired one.
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
