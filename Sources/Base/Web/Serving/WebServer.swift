package import Linux

/// A web server of our own for a few pages: it takes requests from strangers, and has somebody answer them.
@LoopActor
package final class WebServer {
    /// Answers a request, now or later.
    package typealias Handler = @LoopActor (WebRequest, WebExchange) -> Void

    /// What has happened so far.
    package struct Counters: Hashable, Sendable {
        /// Answers by the first digit of their status.
        package var answers: [Int: Int] = [:]
        /// Streams that were cut off, since they did not read.
        package var cutStreams = 0
        /// Connections that went for others, or took too long.
        package var cutConnections = 0

        /// Nothing has happened yet.
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
    /// What has happened so far.
    package internal(set) var counters = Counters()
    /// Streams that are open.
    package internal(set) var streamCount = 0

    /// Long answers that readers have not taken yet.
    private var budget: WebBudget

    /// Connections of any kind that there are.
    var connectionCount: Int { connections.count }

    /// - Parameters:
    ///   - pace: the clock that its patience goes by; the machine's own where there is none.
    ///   - handle: takes each request that can be read.
    package init(
        _ patience: WebPatience = WebPatience(), pace: Pace? = nil, _ handle: @escaping Handler
    ) {
        self.patience = patience
        budget = WebBudget(limit: patience.answers)
        self.pace = pace
        parting = Alarm(on: pace)
        self.handle = handle
    }

    /// Listens at one more place; returns its port where it is one of a network.
    @discardableResult
    package func listen(at place: WebPlace) throws(SocketError) -> UInt16? {
        let listener = try WebListener(at: place, pace: pace) { [weak self] in self?.welcome($0) }
        listeners.append(listener)
        return listener.port
    }

    /// Listens nowhere any more; those who are connected stay.
    package func close() {
        listeners = []
    }

    /// Listens nowhere any more, ends all connections, and calls `done` when they have what they were sent,
    /// or after a moment.
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

    /// The least useful connection of the most crowded network goes.
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
