import Linux

/// Acceptance of connections, within the limits of each class of clients.
extension ControlServer {
    /// Connections accepted before other work has its turn.
    private static let acceptedPerTurn = 64

    /// Accepts waiting connections.
    func accept() {
        for _ in 0..<Self.acceptedPerTurn {
            do throws(Errno) {
                guard let socket = try listener?.accept() else { return }
                welcome(socket)
            } catch {
                counters.failedToAccept += 1
                return rest()
            }
        }
    }

    /// Returns the reason why a client is refused; nil if it is accepted.
    private func refusal(welcoming peer: PeerCredentials) -> ControlRefusal? {
        let standing = delegate?.standing(of: peer) ?? .user
        let own = clientsOfUsers[peer.user] ?? 0
        let isFull = clients.count >= clientLimit
        switch standing {
        case .stranger(let refusal): return refusal
        case .owner where clients.count < clientLimit + reserve: return nil
        case .service where own < ControlLimits.clientsOfService: return nil
        case .user where !isFull && own < ControlLimits.clientsOfUser: return nil
        case .service where !isFull && own < ControlLimits.clientsOfUser: return nil
        default:
            let sentence =
                isFull
                ? "the bridge has \(clientLimit) clients already; try again later"
                : "you have \(own) connections to the bridge already; close one first"
            return ControlRefusal(.busy, sentence)
        }
    }

    private func welcome(_ socket: consuming StreamSocket) {
        guard let peer = try? socket.peer() else { return }
        if let refusal = refusal(welcoming: peer) {
            counters.turnedAway += 1
            _ = try? socket.send(ControlReply.refused(nil, refusal)[...])
            return
        }
        let number = nextNumber
        nextNumber += 1
        let client = try? ServedClient(
            socket, of: peer, number: number, greeting: ControlLines.hello(version: version),
            tally: tally, owner: self)
        guard let client, !client.isGone else { return }
        clients[number] = client
        clientsOfUsers[peer.user, default: 0] += 1
    }

    /// Pauses accepting: a connection that cannot be accepted would keep the loop awake.
    private func rest() {
        guard let watch, !pause.isSet else { return }
        try? EventLoop.shared.change(watch, to: [])
        pause.set(after: ControlLimits.pause) { [weak self] in
            guard let watch = self?.watch else { return }
            try? EventLoop.shared.change(watch, to: .readable)
        }
    }

    func forget(_ client: ServedClient) {
        guard clients.removeValue(forKey: client.number) != nil else { return }
        let rest = (clientsOfUsers[client.peer.user] ?? 1) - 1
        clientsOfUsers[client.peer.user] = rest > 0 ? rest : nil
        endIfFinished()
    }
}
