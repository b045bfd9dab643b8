package import Linux

/// One connection to a bus, which comes back by itself with its watches, objects and names.
@LoopActor
package final class BusConnection: LineOwner {
    private let line: Line
    private let calls: PendingCalls
    private let watches: SignalMatches
    private let objects: ExportedObjects
    private var names: Set<String> = []
    private var handler: (@LoopActor (BusEvent) -> Void)?

    /// Our name on the bus, while there is a connection.
    package private(set) var uniqueName: String?

    /// A connection that begins with `start`.
    package init(_ address: BusAddress = .system, patience: BusPatience = BusPatience()) {
        line = Line(address, patience)
        calls = PendingCalls(line)
        watches = SignalMatches(calls, patience)
        objects = ExportedObjects(line)
        line.owner = self
        watches.owner = self
    }

    isolated deinit {
        stop()
    }

    /// Connects, and again whenever the connection is lost, until `stop`.
    package func start(_ handler: @escaping @LoopActor (BusEvent) -> Void) {
        self.handler = handler
        line.start()
    }

    /// Ends the connection: calls that wait are answered as disconnected, and nothing is told after.
    ///
    /// Watches and objects stay, for another `start`.
    package func stop() {
        handler = nil
        line.stop()
        uniqueName = nil
        calls.disconnect()
        watches.disconnect()
    }

    /// Calls a method; the answer, or why there is none, comes once, and never before this returns.
    @discardableResult
    package func call(
        _ call: BusCall, within limit: Duration = .seconds(25),
        reply: @escaping @LoopActor (Result<[BusValue], BusError>) -> Void
    ) -> BusCallID {
        calls.call(call, within: limit, reply: reply)
    }

    /// Calls a method and waits for the answer, also in a task that is cancelled.
    package func call(
        _ call: BusCall, within limit: Duration = .seconds(25)
    ) async throws(BusError) -> [BusValue] {
        try await called { calls.call(call, within: limit, reply: $0) }.get()
    }

    /// Forgets a call: its answer is not told.
    package func withdraw(_ id: BusCallID) {
        calls.withdraw(id)
    }

    /// Calls a handler for each signal that fits, now and after every new connection.
    package func watch(
        _ rule: MatchRule, handler: @escaping @LoopActor (BusSignal) -> Void
    ) throws(BusError) -> BusWatch {
        try watches.add(rule, isUp: line.isUp, handler)
    }

    /// Calls a handler with the unique name of who owns a name, or nil: as soon as that is known,
    /// at each change, and when the connection is lost.
    package func watchOwner(
        of name: String, handler: @escaping @LoopActor (String?) -> Void
    ) throws(BusError) -> BusWatch {
        try watches.addOwner(of: name, isUp: line.isUp, handler)
    }

    /// Ends a watch; its handler is not called again.
    package func end(_ watch: BusWatch) {
        watches.end(watch)
    }

    /// Shows an object to the bus, in the place of any other at this path; one that was shown
    /// elsewhere moves.
    package func export(_ object: BusObject, at path: ObjectPath) throws(BusError) {
        try objects.add(object, at: path)
    }

    /// Takes an object from the bus.
    package func withdraw(_ path: ObjectPath) {
        objects.remove(path)
    }

    /// Sends a signal to all who want it, or to one.
    package func emit(_ signal: BusSignal, to destination: String? = nil) throws(BusError) {
        _ = try line.send(try Message.signal(signal, to: destination))
    }

    /// Asks for a name, now and after every new connection; the answer says whether it is ours.
    package func requestName(
        _ name: String, reply: @escaping @LoopActor (Result<Bool, BusError>) -> Void
    ) {
        names.insert(name)
        // 4 means not to wait in a queue; 1 and 4 that the name is ours now or was already.
        let call = BusDriver.call("RequestName", [.string(name), .uint32(4)])
        calls.call(call, within: .seconds(25)) { result in
            reply(result.map { $0.first == .uint32(1) || $0.first == .uint32(4) })
        }
    }

    // MARK: What the line and the watches tell

    func connect(as name: String) {
        uniqueName = name
        watches.connect()
        for name in names.sorted() { requestName(name) { _ in } }
        handler?(.connected(uniqueName: name))
    }

    func disconnect(_ loss: BusLoss) {
        uniqueName = nil
        calls.disconnect()
        watches.disconnect()
        handler?(.disconnected(loss))
    }

    func refused(_ rule: MatchRule, _ error: BusError) {
        handler?(.watchRefused(rule, error))
    }

    func take(_ message: borrowing Message) {
        switch message.kind {
        case .reply, .failure: calls.take(message)
        case .signal: watches.take(message)
        case .call: objects.take(message)
        case .unknown: break
        }
    }
}
