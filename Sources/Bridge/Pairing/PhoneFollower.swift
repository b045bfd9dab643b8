import Notices

/// How the phone that has just been paired is doing, told once each; one that was known before may
/// have said so before its pairing was noticed, and others may be there as well.
struct PhoneFollower {
    private var states: [String: PhoneState] = [:]
    /// Those that were there before and are called otherwise.
    private var others: Set<String> = []
    private var told: PhoneState?
    /// Whether a phone has been paired.
    private(set) var isFollowing = false

    /// Whether the phone shows its notifications.
    var isReady: Bool { told == .ready }

    /// Takes the name of the phone that was paired, and gives what is known of it already.
    mutating func follow(_ name: String) -> (name: String, state: PhoneState)? {
        isFollowing = true
        others = Set(states.keys).subtracting([name])
        return states[name].flatMap { take($0, of: name) }
    }

    /// Takes how a phone is doing, and gives that where it is news of the paired one.
    mutating func take(
        _ state: PhoneState, of name: String
    ) -> (name: String, state: PhoneState)? {
        guard isFollowing else {
            states[name] = state
            return nil
        }
        guard !others.contains(name), told != state else { return nil }
        told = state
        return (name, state)
    }
}
