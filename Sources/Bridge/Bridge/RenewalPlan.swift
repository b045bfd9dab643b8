/// When a radio is to register everything again: phones that are missed, and time in; whether it is time out.
///
/// A host may have slept, or an adapter may have lost its memory. Then both the adapter and the program that drives it may
/// believe in an advertisement that nobody hears, and a phone that does not return is the only sign. A phone that was taken
/// for a walk looks the same, so that it is done once for each loss.
struct RenewalPlan {
    /// A phone that returns sooner has found the host.
    static let patience: Duration = .seconds(60)

    /// The phones whose notifications came, by their bonds.
    private var ready: Set<String> = []
    /// Those that were lost and have not returned, and when they count as missed.
    private var lost: [String: Duration] = [:]

    init() {}

    /// When the next phone counts as missed.
    var deadline: Duration? { lost.values.min() }

    /// Takes what a phone does.
    mutating func take(_ state: PhoneStage, of bond: String, at time: Duration) {
        switch state {
        case .ready:
            ready.insert(bond)
            lost[bond] = nil
        case .linked: lost[bond] = nil
        case .gone:
            // One that came and was never ready has found the host, and is not missed a second time.
            if ready.remove(bond) != nil { lost[bond] = time + Self.patience }
        }
    }

    /// Takes that a phone will not come any more.
    mutating func forget(_ bond: String) {
        ready.remove(bond)
        lost[bond] = nil
    }

    /// Takes that the host has slept until now, when everything is registered again in any case; phones that were lost
    /// before it slept or while it did have their minute from now on.
    mutating func woke(at time: Duration) {
        for bond in lost.keys { lost[bond] = time + Self.patience }
    }

    /// Takes that it is this late, and says whether phones are missed by now.
    mutating func isDue(at time: Duration) -> Bool {
        let due = lost.filter { $0.value <= time }.map(\.key)
        for bond in due { lost[bond] = nil }
        return !due.isEmpty
    }
}

/// What a phone does, as far as its being missed is concerned.
enum PhoneStage {
    /// It is not here.
    case gone
    /// It has a link.
    case linked
    /// Its notifications come.
    case ready
}
