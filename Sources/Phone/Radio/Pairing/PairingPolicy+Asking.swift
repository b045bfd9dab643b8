import Linux

extension PairingPolicy {
    mutating func asks(
        _ peer: Peer, _ ask: PairingAsk, _ isAlone: Bool, at now: Duration
    ) -> [Action] {
        guard isOpen, bonded == nil else { return [.refuse(peer, ask)] }
        guard fits(ask), isAlone, candidate == nil || candidate?.peer == peer else {
            return turnAway(peer) + [.refuse(peer, ask)]
        }
        let isTyping = ask == .typed
        // The phone tries again, without waiting for an answer about its older bond.
        forgetting = nil
        // The phone started again, and an answer would be taken as one to the new question.
        let dropped = isTyping ? [] : dropQuestion()
        candidate = PairingCandidate(
            peer: peer, until: now + patience, question: candidate?.question)
        switch ask {
        case .typed, .other: return []
        case .type(let number): return dropped + [.show(Self.digits(number), peer)] + admit(peer)
        case .compare(let number): return dropped + [self.ask(Self.digits(number), peer)]
        case .confirm: return dropped + [self.ask(nil, peer)]
        }
    }

    private func fits(_ ask: PairingAsk) -> Bool {
        switch ask {
        case .compare: method == .compare || traits.contains(.choosesNumber)
        case .type, .typed: method == .passkey || traits.contains(.choosesNumber)
        // A phone that claims to have neither display nor keys would bypass the number.
        case .confirm: method == .confirm
        case .other: false
        }
    }

    private mutating func ask(_ number: String?, _ peer: Peer) -> Action {
        let question = newQuestion()
        candidate?.question = question
        return .ask(question, number: number, peer)
    }

    mutating func newQuestion() -> PairingQuestion {
        questions += 1
        return PairingQuestion(questions)
    }

    private mutating func dropQuestion() -> [Action] {
        guard let question = candidate?.question else { return [] }
        candidate?.question = nil
        return [.drop(question), .tellWithdrawn]
    }

    private mutating func turnAway(_ peer: Peer) -> [Action] {
        guard turnedAway.count < PairingLimits.turnedAway, turnedAway.insert(peer).inserted else {
            return []
        }
        return [.tellTurnedAway(peer)]
    }

    mutating func answered(
        _ question: PairingQuestion, _ isYes: Bool, _ isAlone: Bool, at now: Duration
    ) -> [Action] {
        if let peer = offers.removeValue(forKey: question) {
            guard isYes, isOpen, bonded == nil, keeping == nil else { return [] }
            return keep(peer, bond: nil)
        }
        if let peer = forgetting?.peer, forgetting?.question == question {
            return answeredForgetting(of: peer, isYes, at: now)
        }
        guard let candidate, candidate.question == question else { return [] }
        let peer = candidate.peer
        self.candidate = nil
        // The user did not mean a phone that connected after the question was shown.
        let answer = Action.answer(question, peer, isYes && isAlone)
        guard isYes else { return [answer] + close(.refused) }
        guard isAlone else { return [answer] + turnAway(peer) + [.tellWithdrawn] + goOn() }
        // The phone's owner still has to confirm, and gets as much time as the user had.
        self.candidate = PairingCandidate(peer: peer, until: now + patience)
        return [answer] + admit(peer)
    }

    private mutating func admit(_ peer: Peer) -> [Action] {
        admission = Admission(peer: peer)
        if everAdmitted.count >= PairingLimits.admissions { everAdmitted.removeFirst() }
        everAdmitted.append(peer)
        return [.admit(peer)]
    }

    mutating func left(_ peer: Peer) -> [Action] {
        // A phone that has sent all keys may disconnect.
        guard let candidate, candidate.peer == peer, admission?.told == nil else { return [] }
        let dropped = dropQuestion()
        self.candidate = nil
        return (dropped.isEmpty ? [.tellWithdrawn] : dropped) + goOn()
    }

    mutating func isNow(_ peer: Peer, _ former: Peer) -> [Action] {
        if candidate?.peer == former { candidate?.peer = peer }
        return []
    }

    /// Handles timeouts that are due.
    mutating func pass(to now: Duration) -> [Action] {
        var actions: [Action] = []
        if let candidate, candidate.until <= now { actions += isSilent(candidate) }
        switch phase {
        case .open(let until, let isTimeOver) where until <= now:
            actions += timeIsOver(isTimeOver, at: now)
        case .naming(let until) where until <= now: actions += close(.bonded)
        default: break
        }
        return actions
    }

    private mutating func isSilent(_ candidate: PairingCandidate) -> [Action] {
        self.candidate = nil
        if let question = candidate.question {
            let no = Action.answer(question, candidate.peer, false)
            guard !traits.contains(.silenceIsNo) else { return [no] + close(.refused) }
            return [no, .tellWithdrawn] + goOn()
        }
        return traits.contains(.keepsQuiet) ? [] : goOn(isStillThere: true)
    }

    /// Closes the window, or first waits once for the phone that is pairing: its owner may have
    /// confirmed already.
    private mutating func timeIsOver(_ wasOver: Bool, at now: Duration) -> [Action] {
        guard !wasOver, candidate != nil, !traits.contains(.keepsQuiet) else { return close(.time) }
        phase = .open(until: now + patience, isTimeOver: true)
        return []
    }

    /// Returns six digits, as phones show them.
    private static func digits(_ value: UInt32) -> String { value.padded(to: 6) }
}
