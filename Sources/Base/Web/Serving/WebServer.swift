package import Linux

/// A small web server for untrusted clients; a handler answers the requests.
@LoopActor
package final class WebServer {
    /// Handler of a request; it may answer at once or later.
    package typealias Handler = @LoopActor (WebRequest, WebExchange) -> Void

    /// Counters since the start.
    package struct Counters: Hashable, Sendable {
        /// Responses by the first digit of their status.
        package var answers: [Int: Int] = [:]
        /// Streams closed because their readers were too slow.
        package var cutStreams = 0
        /// Connections closed to make room, or because they took too long.
        package var cutConnections = 0

        package init() {}
    }

    private let handle: Handler
    private var listeners: [WebListener] = []
    private var connections: [UInt64: WebConnection] = [:]
    private var nextNumber: UInt64 = 1
    private let parting: Alarm
    let patience: WebPatience
    let pace: Pace?
    private var finished: (@LoopActor () -> Void)?
    package internal(set) var counters = Counters()
    /// Number of open streams.
    package internal(set) var streamCount = 0

    /// Budget of long responses that are not fully read.
    private var budget: WebBudget

    /// Number of connections of any kind.
    var connectionCount: Int { connections.count }

    /// - Parameters:
    ///   - pace: the clock of the limits; nil for the clock of the host.
    ///   - handle: handler of each valid request.
    package init(
        _ patience: WebPatience = WebPatience(), pace: Pace? = nil, _ handle: @escaping Handler
    ) {
        self.patience = patience
        budget = WebBudget(limit: patience.answers)
        self.pace = pace
        parting = Alarm(on: pace)
        self.handle = handle
    }

    /// Listens at another place; returns the port of a network socket.
    @discardableResult
    package func listen(at place: WebPlace) throws(SocketError) -> UInt16? {
        let listener = try WebListener(at: place, pace: pace) { [weak self] in self?.welcome($0) }
        listeners.append(listener)
        return listener.port
    }

    /// Stops listening; existing connections continue.
    package func close() {
        listeners = []
    }

    /// Stops listening and closes all connections.
    ///
    /// Calls `done` when they have received everything, or after a timeout.
    package func finish(_ done: @escaping @LoopActor () -> Void) {
        guard finished == nil else { return }
        close()
        finished = done
        for connection in connections.values { connection.part() }
        parting.set(after: patience.parting) { [weak self] in
            for connection in (self?.connections ?? [:]).values { connection.end() }
        }
        endIfFinished()
    }

    private func endIfFinished() {
        guard connections.isEmpty, let finished else { return }
        self.finished = nil
        parting.cancel()
        finished()
    }

    private func welcome(_ socket: consuming StreamSocket) {
        if connections.count - streamCount >= patience.connections { makeRoom() }
        let number = nextNumber
        nextNumber += 1
        socket.sendAtOnce()
        connections[number] = try? WebConnection(socket, number: number, owner: self)
    }

    /// Closes the least useful connection of the most crowded network.
    private func makeRoom() {
        let all = connections.values.filter { !$0.isStream }
        let crowd = WebCrowd(all.map { ($0.number, $0.origin, $0.use) })
        if let number = crowd.leastUseful { connections[number]?.end() }
        counters.cutConnections += 1
    }
}

extension WebServer: WebConnection.Owner {
    func take(_ request: WebRequest, _ exchange: WebExchange) {
        handle(request, exchange)
    }

    func noteAnswer(_ status: WebStatus) {
        counters.answers[status.number / 100, default: 0] += 1
    }

    func hasRoom(for claim: WebClaim) -> Bool { budget.hasRoom(for: claim) }

    func note(_ claim: WebClaim, isWaiting: Bool) {
        if isWaiting { budget.add(claim) } else { budget.remove(claim) }
    }

    func noteStream(_ change: Int) {
        streamCount += change
    }

    func noteCut(isStream: Bool) {
        if isStream { counters.cutStreams += 1 } else { counters.cutConnections += 1 }
    }

    func forget(_ connection: WebConnection) {
        connections[connection.number] = nil
        endIfFinished()
    }
}
