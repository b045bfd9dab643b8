package import Linux

/// What the bridge decides about those who come over the control socket.
@LoopActor
package protocol ControlDelegate: AnyObject {
    /// Why somebody may not do something; nil where they may.
    func refusal(of peer: PeerCredentials, _ right: ControlRight) -> ControlRefusal?
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
    private var finishing: (@LoopActor () -> Void)?

    /// How many clients there may be: fewer where the process may not have so many descriptors.
    package let clientLimit: Int
    private let reserve: Int
    /// What has happened since it began to listen.
    package private(set) var counters = Counters()
    /// How many clients there are.
    package var clientCount: Int { clients.count }

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
        reserve: Int = ControlLimits.reserve
    ) throws(SocketError) {
        self.version = version
        self.delegate = delegate
        let room = CurrentProcess.raiseOpenFileLimit(
            to: clientLimit + ControlLimits.otherDescriptors)
        self.reserve = reserve
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
        var made: [UInt8]?
        for client in clients.values {
            guard let wants = client.wants, wants(tags) else { continue }
            let line = made ?? line()
            made = line
            client.offer(line)
        }
    }

    /// Asks anew whether those who follow events may read them, and cuts off who may not; for when
    /// the rights have changed.
    package func checkFollowers() {
        for client in clients.values where client.wants != nil {
            if let refusal = delegate?.refusal(of: client.peer, .read) { client.cutOff(refusal) }
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

    /// Whether one of the last places is there for whoever connects.
    private func isReserved(for socket: borrowing StreamSocket) -> Bool {
        guard clients.count < clientLimit + reserve, let peer = try? socket.peer()
        else { return false }
        return peer.user == 0 || peer.user == CurrentProcess.user
    }

    private func welcome(_ socket: consuming StreamSocket) {
        guard clients.count < clientLimit || isReserved(for: socket) else {
            counters.turnedAway += 1
            let refusal = ControlRefusal(
                .busy, "the bridge has \(clientLimit) clients already; try again later")
            _ = try? socket.send(ControlReply.refused(nil, refusal)[...])
            return
        }
        let number = nextNumber
        nextNumber += 1
        clients[number] = try? ServedClient(
            socket, number: number, greeting: ControlLines.hello(version: version), owner: self)
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

    func noteLoss(of events: Int) {
        counters.lostEvents += events
    }

    func noteCutOff() {
        counters.cutOff += 1
    }

    func forget(_ client: ServedClient) {
        clients[client.number] = nil
        endIfFinished()
    }
}
