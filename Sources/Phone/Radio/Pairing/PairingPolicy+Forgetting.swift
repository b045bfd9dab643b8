extension PairingPolicy {
    /// Asks the user whether to remove the older bond that may have caused the failure.
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

    /// Returns whether the user may be asked about this phone's older bond.
    ///
    /// After a no, the user is asked again only if more is known.
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

    /// Extends the window: the user needs time to answer, and the phone's owner to try again.
    private mutating func stayOpen(at now: Duration) {
        guard case .open(let until, let isTimeOver) = phase else { return }
        phase = .open(until: max(until, now + patience), isTimeOver: isTimeOver)
    }
}
