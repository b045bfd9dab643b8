import Linux

/// Fair scheduling of requests: the work per round of the loop is bounded, and users take turns.
extension ControlServer {
    private func beginRound() {
        guard round != EventLoop.shared.round else { return }
        (work, round) = (0, EventLoop.shared.round)
    }

    func grantsTurn(to client: ServedClient) -> Bool {
        beginRound()
        if served == client.number {
            served = nil
            return true
        }
        if turns.isEmpty, work < ControlLimits.workPerRound { return true }
        if !hasTurnToCome(client) {
            turns.append(client.number, of: client.peer.user, client: client.number)
        }
        serveLater()
        return false
    }

    func hasTurnToCome(_ client: ServedClient) -> Bool {
        turns.count(of: client.number) > 0
    }

    func noteWork(_ work: Int) {
        self.work += work
    }

    private func serveLater() {
        guard !turn.isSet else { return }
        turn.set(after: .zero, for: self) { $0.serveTurns() }
    }

    private func serveTurns() {
        beginRound()
        while work < ControlLimits.workPerRound, let number = turns.removeNext() {
            served = number
            clients[number]?.takeTurn()
            served = nil
        }
        if !turns.isEmpty { serveLater() }
    }
}
