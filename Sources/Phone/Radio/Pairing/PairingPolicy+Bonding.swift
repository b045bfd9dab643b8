extension PairingPolicy {
    mutating func tellsKeys(of peer: Peer) -> [Action] {
        admission?.told = peer
        return []
    }

    mutating func paired(_ peer: Peer, _ bond: Peer, _ isSound: Bool) -> [Action] {
        guard bonded?.peer != peer else { return [] }
        let isOthers = isOver && traits.contains(.isShared) && !everAdmitted.contains(peer)
        guard !isOthers else { return [] }
        guard isOpen, bonded == nil, keeping == nil, mayPair(peer) else { return [.remove(bond)] }
        if !traits.contains(.keepsQuiet) { admission = nil }
        guard isSound else {
            // This phone may start again, and so may others.
            let dropped = candidate?.question.map { [Action.drop($0)] } ?? []
            candidate = nil
            return [.remove(bond)] + dropped + [.tellTurnedAway(peer)] + goOn()
        }
        return keep(peer, bond: bond)
    }

    /// Returns whether this phone may be paired.
    ///
    /// It is admitted, or no phone is and the system is shared: bluetoothd does not ask about every
    /// phone.
    private func mayPair(_ peer: Peer) -> Bool {
        guard let admission else { return isWide && traits.contains(.isShared) }
        return admission.peer == peer
    }

    mutating func renewed(_ peer: Peer) -> [Action] {
        guard isOpen, bonded == nil, keeping == nil, everAdmitted.contains(peer) else { return [] }
        return keep(peer, bond: nil)
    }

    mutating func foundOlder(_ peer: Peer) -> [Action] {
        guard isWide, offered.count < PairingLimits.offers, offered.insert(peer).inserted else {
            return []
        }
        questions += 1
        let question = PairingQuestion(questions)
        offers[question] = peer
        return [.ask(question, number: nil, peer)]
    }

    mutating func keep(_ peer: Peer, bond: Peer?) -> [Action] {
        keeping = Keeping(peer: peer, bond: bond)
        return [.keep(peer)]
    }

    mutating func kept(_ phone: PairedPhone, _ isNamed: Bool, at now: Duration) -> [Action] {
        guard let kept = keeping else { return [] }
        keeping = nil
        guard isOpen else { return kept.bond.map { [.remove($0)] } ?? [] }
        bonded = (kept.peer, phone)
        let refused = refuseGuest()
        guard !isNamed else { return refused + close(.bonded) }
        phase = .naming(until: now + PairingLimits.naming)
        return refused
    }

    mutating func notKept(_ reason: String) -> [Action] {
        guard let lost = keeping else { return [] }
        keeping = nil
        return (lost.bond.map { [.remove($0)] } ?? []) + close(.failed(reason))
    }

    mutating func named(_ phone: PairedPhone) -> [Action] {
        guard isOpen, let bonded, bonded.phone.address == phone.address else { return [] }
        self.bonded = (bonded.peer, phone)
        return close(.bonded)
    }

    /// Lets another phone pair, or closes the window if its time is over.
    mutating func goOn(isStillThere: Bool = false) -> [Action] {
        let actions = giveUp(isStillThere: isStillThere)
        guard case .open(_, isTimeOver: true) = phase, admission == nil else { return actions }
        return actions + close(.time)
    }

    /// Withdraws the admission of the current phone.
    private mutating func giveUp(isStillThere: Bool) -> [Action] {
        // A phone whose keys were reported stays admitted, and so does one whose outcome is never
        // reported.
        guard let admission, admission.told == nil, !traits.contains(.keepsQuiet) else { return [] }
        self.admission = nil
        return [.giveUp(admission.peer, isStillThere: isStillThere)]
    }

    private mutating func refuseGuest() -> [Action] {
        defer { candidate = nil }
        guard let candidate, let question = candidate.question else { return [] }
        return [.answer(question, candidate.peer, false)]
    }

    mutating func close(_ end: PairingEnd) -> [Action] {
        guard isOpen else { return [] }
        let actions = giveUp(isStillThere: true) + shut()
        phase = .closing(end)
        return actions + [.close]
    }

    mutating func closed() -> [Action] {
        guard case .closing(let end) = phase else { return [] }
        phase = .over
        return [.tellClosed(bonded == nil ? end : .bonded)]
    }

    mutating func died(_ reason: String) -> [Action] {
        guard !isOver else { return [] }
        let actions = isOpen ? shut() : []
        phase = .over
        return actions + [.tellClosed(bonded == nil ? .failed(reason) : .bonded)]
    }

    /// Stops admitting phones immediately.
    private mutating func shut() -> [Action] {
        let told = admission?.told
        admission = nil
        offers = [:]
        let kept = forgetting.map { [Action.tellKept($0.peer, hasTried: $0.hasTried)] } ?? []
        forgetting = nil
        return (told.map { [.remove($0)] } ?? []) + refuseGuest() + kept
            + (bonded.map { [.tellBonded($0.phone)] } ?? [])
    }
}
