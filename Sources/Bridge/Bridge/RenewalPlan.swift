/// Plan of renewed registrations: takes phone states and time, and returns whether the radio must register again.
///
/// After a suspend or an adapter reset, the adapter and its driver may report an advertisement as active that is not sent.
/// A phone that does not return is the only symptom. A phone that was carried away looks the same, so each loss causes only
/// one renewal.
struct RenewalPlan {
    /// Time in which a disconnected phone must return before it counts as missing.
    static let patience: Duration = .seconds(60)

    /// Bonds of phones that are ready.
    private var ready: Set<String> = []
    /// Bonds of ready phones that disconnected, with the time at which they count as missing.
    private var lost: [String: Duration] = [:]

    init() {}

    /// The time at which the next phone counts as missing.
    var deadline: Duration? { lost.values.min() }

    /// Records the state of a phone.
    mutating func take(_ state: PhoneStage, of bond: String, at time: Duration) {
        switch state {
        case .ready:
            ready.insert(bond)
            lost[bond] = nil
        case .linked: lost[bond] = nil
        case .gone:
            // A phone that reconnects finds the advertisement, so a disconnect before it is ready is not a loss.
            if ready.remove(bond) != nil { lost[bond] = time + Self.patience }
        }
    }

    /// Removes a phone that will not return.
    mutating func forget(_ bond: String) {
        ready.remove(bond)
        lost[bond] = nil
    }

    /// Restarts the waiting time of lost phones after a suspend, when everything is registered again in any case.
    mutating func woke(at time: Duration) {
        for bond in lost.keys { lost[bond] = time + Self.patience }
    }

    /// Returns whether phones count as missing by now; each counts once.
    mutating func isDue(at time: Duration) -> Bool {
        let due = lost.filter { $0.value <= time }.map(\.key)
        for bond in due { lost[bond] = nil }
        return !due.isEmpty
    }
}

/// State of a phone, as far as the plan needs it.
enum PhoneStage {
    /// Disconnected.
    case gone
    /// Connected.
    case linked
    /// Sending notifications.
    case ready
}
