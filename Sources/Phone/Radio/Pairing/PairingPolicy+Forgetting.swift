extension PairingPolicy {
    /// Has a person asked whether the bond is to be forgotten that may be the reason.
    mutating func failed(_ peer: Peer, _ hasTried: Bool, at now: Duration) -> [Action] {
        guard isWide, bonded == nil, keeping == nil, candidate == nil,
            mayAsk(about: peer, hasTried),
            forgettings < PairingLimits.forgettings
        else { return [] }
        forgettings += 1
        let question = newQuestion()
        forgetting = (question, peer, hasTried)
        stayOpen(at: now)
        return [.askToForget(question, peer, hasTried: hasTried)]
    }

    /// A no is not asked about again, unless more is known by now.
    private func mayAsk(about peer: Peer, _ hasTried: Bool) -> Bool {
        guard let hadTried = lasting[peer] else { return true }
        return hasTried && !hadTried
    }

    mutating func answeredForgetting(
        of peer: Peer, _ isYes: Bool, at now: Duration
    ) -> [Action] {
        let hasTried = forgetting?.hasTried ?? false
        forgetting = nil
        guard isWide, bonded == nil, keeping == nil else { return [] }
        guard isYes else {
            lasting[peer] = hasTried
            return [.tellKept(peer, hasTried: hasTried)]
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
