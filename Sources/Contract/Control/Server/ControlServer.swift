package import Contract
package import Linux

/// What the bridge decides about those who come over the control socket.
@LoopActor
package protocol ControlDelegate: AnyObject {
    /// Why somebody may not do something; nil where they may.
    func refusal(of peer: PeerCredentials, _ right: ControlRight) -> ControlRefusal?
    /// What place somebody has who connects.
    func standing(of peer: PeerCredentials) -> ControlStanding
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

    let version: String
    let router: ControlRouter
    weak let delegate: (any ControlDelegate)?
    var listener: ListeningSocket?
    var watch: EventLoop.WatchID?
    let pause = Alarm()
    var clients: [UInt64: ServedClient] = [:]
    var nextNumber: UInt64 = 1
    /// How many clients each user has.
    var clientsOfUsers: [UInt32: Int] = [:]

    /// What waits for all clients.
    let tally = ByteTally()
    /// The most of it since memory was given back.
    var mostWaiting = 0
    let relief = Alarm()
    let givingBack = Alarm()

    /// Clients that wait for a request to be taken, by their numbers.
    var turns = Turns<UInt64>()
    let turn = Alarm()
    /// The client whose turn it is.
    var served: UInt64?
    /// What was done for all clients in a round of the loop.
    var (work, round): (Int, UInt64) = (0, 0)
    private var finishing: (@LoopActor () -> Void)?

    /// How many clients there may be: fewer where the process may not have so many descriptors.
    package let clientLimit: Int
    let reserve: Int
    let allWaiting: Int
    let parting: Duration
    /// What has happened since it began to listen.
    package internal(set) var counters = Counters()
    /// How many clients there are.
    package var clientCount: Int { clients.count }
    /// Bytes that wait for all of them together.
    package var waitingBytes: Int { tally.count }

    /// Listens at a place in the file system.
    package convenience init(
        at place: SocketPlace, version: String, router: ControlRouter,
        delegate: any ControlDelegate
    ) throws(SocketError) {
        try self.init(
            on: ListeningSocket(at: place), path: place.path, version: version, router: router,
            delegate: delegate)
    }

    /// Listens on a socket that is open already.
    package init(
        on listener: consuming ListeningSocket, path: String, version: String,
        router: ControlRouter, delegate: any ControlDelegate,
        clientLimit: Int = ControlLimits.clients,
        reserve: Int = ControlLimits.reserve, allWaiting: Int = ControlLimits.allWaiting,
        parting: Duration = ControlLimits.parting
    ) throws(SocketError) {
        self.version = version
        self.router = router
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

    func endIfFinished() {
        guard clients.isEmpty, let done = finishing else { return }
        finishing = nil
        done()
    }
}

extension ControlServer: ServedClient.Owner {
    var requests: RequestTable { router.requests }

    func take(_ request: any ControlRequest, _ exchange: ControlExchange) {
        guard let delegate else { return }
        if let refusal = delegate.refusal(of: exchange.peer, type(of: request).right) {
            exchange.refuse(refusal)
        } else {
            router.handle(request, exchange)
        }
    }

    func noteLoss(of events: Int) {
        counters.lostEvents += events
    }

    func noteCutOff() {
        counters.cutOff += 1
    }
}
