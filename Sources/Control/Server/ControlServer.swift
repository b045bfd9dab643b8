package import Linux

/// What the bridge decides about those who come over the control socket.
@LoopActor
package protocol ControlDelegate: AnyObject {
    /// Why somebody may not do something; nil where they may.
    func refusal(of peer: PeerCredentials, _ right: ControlRight) -> ControlRefusal?
    /// What place somebody has who connects.
    func standing(of peer: PeerCredentials) -> ControlStanding
    /// Does what somebody may ask for, and answers.
    func handle(_ request: ControlRequest, _ exchange: ControlExchange)
}

/// The control socket: many clients at once, of which none can hold up the bridge or another one.
@LoopActor
package final class ControlServer {
    /// What has happened so far, for the bridge's status.
    package struct Counters: Hashable, Sendable {
        /// Events that slow readers lost.
        package var lostEvents = 0
        /// Clients that were told that there are too many.
        package var turnedAway = 0
        /// Clients that were cut off.
        package var cutOff = 0
        /// Times that the system could not give another connection.
        package var failedToAccept = 0
    }

    /// Connections accepted before it is the turn of other things.
    private static let acceptedPerTurn = 64

    private let version: String
    private weak let delegate: (any ControlDelegate)?
    private var listener: ListeningSocket?
    private var watch: EventLoop.WatchID?
    private let pause = Alarm()
    private var clients: [UInt64: ServedClient] = [:]
    private var nextNumber: UInt64 = 1
    /// How many clients each user has.
    private var clientsOfUsers: [UInt32: Int] = [:]

    /// What waits for all clients.
    private let tally = ByteTally()
    /// The most of it since memory was given back.
    private var mostWaiting = 0
    private let relief = Alarm()
    private let givingBack = Alarm()

    /// Clients that wait for a request to be taken, by their numbers.
    private var turns = Turns<UInt64>()
    private let turn = Alarm()
    /// The client whose turn it is.
    private var served: UInt64?
    /// What was done for all clients in a round of the loop.
    private var (work, round): (Int, UInt64) = (0, 0)
    private var finishing: (@LoopActor () -> Void)?

    /// How many clients there may be: fewer where the process may not have so many descriptors.
    package let clientLimit: Int
    private let reserve: Int
    private let allWaiting: Int
    let parting: Duration
    /// What has happened since it began to listen.
    package private(set) var counters = Counters()
    /// How many clients there are.
    package var clientCount: Int { clients.count }
    /// Bytes that wait for all of them together.
    package var waitingBytes: Int { tally.count }

    /// Listens at a place in the file system.
    package convenience init(
        at place: SocketPlace, version: String, delegate: any ControlDelegate
    ) throws(SocketError) {
        try self.init(
            on: ListeningSocket(at: place), path: place.path, version: version, delegate: delegate)
    }

    /// Listens on a socket that is open already.
    package init(
        on listener: consuming ListeningSocket, path: String, version: String,
        delegate: any ControlDelegate, clientLimit: Int = ControlLimits.clients,
        reserve: Int = ControlLimits.reserve, allWaiting: Int = ControlLimits.allWaiting,
        parting: Duration = ControlLimits.parting
    ) throws(SocketError) {
        self.version = version
        self.delegate = delegate
        let room = CurrentProcess.raiseOpenFileLimit(
            to: clientLimit + ControlLimits.otherDescriptors)
        self.reserve = reserve
        self.allWaiting = allWaiting
        self.parting = parting
        self.clientLimit = max(1, min(clientLimit, room - ControlLimits.otherDescriptors))
        let descriptor = listener.rawValue
        self.listener = consume listener
        do throws(Errno) {
            watch = try EventLoop.shared.watch(descriptor, for: .readable) { [weak self] _ in
                self?.accept()
            }
        } catch {
            throw .failed(path, error)
        }
    }

    isolated deinit {
        if let watch { EventLoop.shared.unwatch(watch) }
        for client in clients.values { client.end() }
    }

    /// Sends the line of an event to those who want it; it is made only where somebody does.
    package func publish(_ tags: ControlTags, _ line: () -> [UInt8]) {
        var made: SharedBytes?
        var slow: [ServedClient] = []
        // Who has few connections does not wait for all of those who have many.
        for isOfMany in [false, true] {
            for client in clients.values where hasMany(client.peer.user) == isOfMany {
                guard let wants = client.wants, wants(tags) else { continue }
                let line = made ?? share(line())
                made = line
                // Those that have read everything do not wait for those that have not.
                if client.hasReadAll { client.send(line) } else { slow.append(client) }
            }
        }
        guard let made else { return }
        for client in slow { client.offer(made) }
    }

    private func hasMany(_ user: UInt32) -> Bool {
        clientsOfUsers[user] ?? 0 > ControlLimits.clientsOfService
    }

    /// Bytes that any number of clients may be sent, and that are held once.
    package func share(_ bytes: [UInt8]) -> SharedBytes {
        SharedBytes(bytes, in: tally)
    }

    /// Checks again what rights clients have, and cuts off those that have none, or follow events and may
    /// not read them; for when the rights have changed.
    package func checkRights() {
        for client in clients.values {
            if case .stranger(let refusal) = delegate?.standing(of: client.peer) {
                client.cutOff(refusal)
            } else if client.wants != nil,
                let refusal = delegate?.refusal(of: client.peer, .read)
            {
                client.cutOff(refusal)
            }
        }
    }

    /// Takes no more clients, says goodbye to those there are, and calls `done` when all have read
    /// what was meant for them, or after some time.
    package func finish(within limit: Duration, _ done: @escaping @LoopActor () -> Void) {
        guard finishing == nil, listener != nil else { return done() }
        finishing = done
        if let watch { EventLoop.shared.unwatch(watch) }
        pause.cancel()
        watch = nil
        listener = nil
        for client in clients.values {
            client.part(within: limit, saying: ControlLines.bye)
        }
        endIfFinished()
    }

    private func endIfFinished() {
        guard clients.isEmpty, let done = finishing else { return }
        finishing = nil
        done()
    }

    private func accept() {
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

    /// Why there is no place for somebody; nil where there is one.
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

    /// Accepts nothing for a while: a socket that cannot be accepted would keep the loop awake.
    private func rest() {
        guard let watch, !pause.isSet else { return }
        try? EventLoop.shared.change(watch, to: [])
        pause.set(after: ControlLimits.pause) { [weak self] in
            guard let watch = self?.watch else { return }
            try? EventLoop.shared.change(watch, to: .readable)
        }
    }
}

extension ControlServer: ServedClient.Owner {
    func take(_ request: ControlRequest, _ exchange: ControlExchange) {
        guard let delegate else { return }
        if let refusal = delegate.refusal(of: exchange.peer, request.right) {
            exchange.refuse(refusal)
        } else {
            delegate.handle(request, exchange)
        }
    }

    // MARK: Turns

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
        turn.set(after: .zero) { [weak self] in self?.serveTurns() }
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

    // MARK: What waits for all

    func noteWaiting() {
        mostWaiting = max(mostWaiting, tally.count)
        if tally.count > allWaiting, !relief.isSet {
            relief.set(after: .zero) { [weak self] in self?.relieve() }
        }
        // What clients left behind in pieces stays with the process otherwise.
        if mostWaiting > ControlLimits.worthGivingBack, tally.count < mostWaiting / 2,
            !givingBack.isSet
        {
            givingBack.set(after: ControlLimits.givingBack) { [weak self] in
                guard let self else { return }
                mostWaiting = tally.count
                CurrentProcess.giveBackMemory()
            }
        }
    }

    /// Cuts off those for whom most waits, until that is no longer too much.
    private func relieve() {
        guard tally.count > allWaiting else { return }
        let refusal = ControlRefusal(
            .unread,
            "clients have left \(allWaiting >> 20) MiB unread, and most of it waits for you: read "
                + "what you ask for")
        let rest = allWaiting / 8 * ControlLimits.eighthsAfterRelief
        while tally.count > rest, let client = largestClient {
            client.giveWay(refusal)
        }
    }

    /// The client for which most waits, of the user for whom most does; of equals the oldest.
    ///
    /// One for which nothing waits could give nothing.
    private var largestClient: ServedClient? {
        var sums: [UInt32: Int] = [:]
        let sizes = clients.values.map { ($0, $0.waitingBytes) }
        for (client, size) in sizes { sums[client.peer.user, default: 0] += size }
        guard let user = sums.max(by: { $0.value < $1.value })?.key else { return nil }
        let largest = sizes.filter { $0.0.peer.user == user }.max {
            ($0.1, $1.0.number) < ($1.1, $0.0.number)
        }
        return largest.flatMap { $0.1 > 0 ? $0.0 : nil }
    }

    func noteLoss(of events: Int) {
        counters.lostEvents += events
    }

    func noteCutOff() {
        counters.cutOff += 1
    }

    func forget(_ client: ServedClient) {
        guard clients.removeValue(forKey: client.number) != nil else { return }
        let rest = (clientsOfUsers[client.peer.user] ?? 1) - 1
        clientsOfUsers[client.peer.user] = rest > 0 ? rest : nil
        endIfFinished()
    }
}
