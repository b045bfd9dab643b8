extension PairingPolicy {
    /// Has a person asked whether the bond is to be forgotten that may be the reason.
    mutating func failed(_ peer: Peer, at now: Duration) -> [Action] {
        guard isWide, bonded == nil, keeping == nil, guest == nil, !lasting.contains(peer),
            forgettings < PairingLimits.forgettings
        else { return [] }
        forgettings += 1
        let question = newQuestion()
        forgetting = (question, peer)
        stayOpen(at: now)
        return [.askToForget(question, peer)]
    }

    mutating func answeredForgetting(
        of peer: Peer, _ isYes: Bool, at now: Duration
    ) -> [Action] {
        forgetting = nil
        guard isWide, bonded == nil, keeping == nil else { return [] }
        guard isYes else {
            lasting.insert(peer)
            return [.tellKept(peer)]
        }
        stayOpen(at: now)
        return [.tellForgotten(peer), .forget(peer)]
    }

    /// A person needs time to answer, and then the phone's owner to try again.
    private mutating func stayOpen(at now: Duration) {
        guard case .open(let until, let isTimeOver) = phase else { return }
        phase = .open(until: max(until, now + patience), isTimeOver: isTimeOver)
    }
}
