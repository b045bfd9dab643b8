package import Linux

/// Decisions of the bridge about clients of the control socket.
@LoopActor
package protocol ControlDelegate: AnyObject {
    /// Returns the reason why a client lacks a right; nil if it has the right.
    func refusal(of peer: PeerCredentials, _ right: ControlRight) -> ControlRefusal?
    /// Returns the class of a connecting client.
    func standing(of peer: PeerCredentials) -> ControlStanding
}

/// Server of the control socket: many clients, none of which can block the bridge or another client.
@LoopActor
package final class ControlServer {
    /// Counters for the bridge's status.
    package struct Counters: Hashable, Sendable {
        /// Events dropped for slow readers.
        package var lostEvents = 0
        /// Connections refused.
        package var turnedAway = 0
        /// Clients disconnected by the bridge.
        package var cutOff = 0
        /// Failed attempts of the system to accept a connection.
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
    /// Number of clients of each user.
    var clientsOfUsers: [UInt32: Int] = [:]

    /// Bytes waiting for all clients.
    let tally = ByteTally()
    /// Highest total since memory was last returned to the system.
    var mostWaiting = 0
    let relief = Alarm()
    let givingBack = Alarm()

    /// Clients waiting for their turn to make a request.
    var turns = Turns<UInt64>()
    let turn = Alarm()
    /// The client whose turn it is.
    var served: UInt64?
    /// Work done for all clients in a round of the loop.
    var (work, round): (Int, UInt64) = (0, 0)
    private var finishing: (@LoopActor () -> Void)?

    /// Maximum number of clients at a time; fewer if the process has a lower limit on descriptors.
    package let clientLimit: Int
    let reserve: Int
    let allWaiting: Int
    let parting: Duration
    /// Counters since the start of the server.
    package internal(set) var counters = Counters()
    /// Number of connected clients.
    package var clientCount: Int { clients.count }
    /// Bytes waiting for all clients.
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

    /// Listens on an open socket.
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

    /// Sends an event to the clients that follow it; the line is created only if there are any.
    package func publish(_ tags: ControlTags, _ line: () -> [UInt8]) {
        var made: SharedBytes?
        var slow: [ServedClient] = []
        // Users with few connections do not wait for users with many.
        for isOfMany in [false, true] {
            for client in clients.values where hasMany(client.peer.user) == isOfMany {
                guard let wants = client.wants, wants(tags) else { continue }
                let line = made ?? share(line())
                made = line
                // Clients that have read everything do not wait for those that have not.
                if client.hasReadAll { client.send(line) } else { slow.append(client) }
            }
        }
        guard let made else { return }
        for client in slow { client.offer(made) }
    }

    private func hasMany(_ user: UInt32) -> Bool {
        clientsOfUsers[user] ?? 0 > ControlLimits.clientsOfService
    }

    /// Returns bytes that can be sent to any number of clients and are stored once.
    package func share(_ bytes: [UInt8]) -> SharedBytes {
        SharedBytes(bytes, in: tally)
    }

    /// Checks the permissions of all clients after a change.
    ///
    /// Disconnects clients without any permission, and followers that may no longer read events.
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

    /// Stops accepting clients, says goodbye, and calls `done` when all output is read or the time limit expires.
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
