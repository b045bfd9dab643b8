package import Linux

/// A bus connection that reconnects by itself and restores its watches, objects and names.
@LoopActor
package final class BusConnection: LineOwner {
    private let line: Line
    private let calls: PendingCalls
    private let watches: SignalMatches
    private let objects: ExportedObjects
    private var names: Set<String> = []
    private var handler: (@LoopActor (BusEvent) -> Void)?

    /// Our unique name, or nil while disconnected.
    package private(set) var uniqueName: String?

    /// Creates a connection; `start` opens it.
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

    /// Connects, and reconnects after every loss, until `stop`.
    package func start(_ handler: @escaping @LoopActor (BusEvent) -> Void) {
        self.handler = handler
        line.start()
    }

    /// Ends the connection: pending calls fail as disconnected, and no further event is reported.
    ///
    /// Watches, objects and requested names remain for another `start`.
    package func stop() {
        handler = nil
        line.stop()
        uniqueName = nil
        calls.disconnect()
        watches.disconnect()
    }

    /// Calls a method.
    ///
    /// The handler runs exactly once, never before this function returns.
    @discardableResult
    package func call(
        _ call: BusCall, within limit: Duration = .seconds(25),
        reply: @escaping @LoopActor (Result<[BusValue], BusError>) -> Void
    ) -> BusCallID {
        calls.call(call, within: limit, reply: reply)
    }

    /// Calls a method and waits for the answer, even if the task is cancelled.
    package func call(
        _ call: BusCall, within limit: Duration = .seconds(25)
    ) async throws(BusError) -> [BusValue] {
        try await called { calls.call(call, within: limit, reply: $0) }.get()
    }

    /// Drops a call: its answer is not delivered.
    package func withdraw(_ id: BusCallID) {
        calls.withdraw(id)
    }

    /// Calls a handler for each matching signal, now and after every reconnection.
    package func watch(
        _ rule: MatchRule, handler: @escaping @LoopActor (BusSignal) -> Void
    ) throws(BusError) -> BusWatch {
        try watches.add(rule, isUp: line.isUp, handler)
    }

    /// Calls a handler with the unique name of a name's owner, or nil if the name has no owner.
    ///
    /// The handler runs as soon as the owner is known, and at each change. It gets nil when the
    /// connection is lost.
    package func watchOwner(
        of name: String, handler: @escaping @LoopActor (String?) -> Void
    ) throws(BusError) -> BusWatch {
        try watches.addOwner(of: name, isUp: line.isUp, handler)
    }

    /// Ends a watch; its handler is not called again.
    package func end(_ watch: BusWatch) {
        watches.end(watch)
    }

    /// Exports an object, replacing any other at this path; an object exported elsewhere moves.
    package func export(_ object: BusObject, at path: ObjectPath) throws(BusError) {
        try objects.add(object, at: path)
    }

    /// Removes an object from the bus.
    package func withdraw(_ path: ObjectPath) {
        objects.remove(path)
    }

    /// Sends a signal, as a broadcast or to one destination.
    package func emit(_ signal: BusSignal, to destination: String? = nil) throws(BusError) {
        _ = try line.send(try Message.signal(signal, to: destination))
    }

    /// Requests a name, now and after every reconnection.
    ///
    /// The handler gets the answer to this first request only: true if we own the name.
    package func requestName(
        _ name: String, reply: @escaping @LoopActor (Result<Bool, BusError>) -> Void
    ) {
        names.insert(name)
        // The flag 4 means not to queue; the replies 1 and 4 mean that we own the name, now or
        // already.
        let call = BusDriver.call("RequestName", [.string(name), .uint32(4)])
        calls.call(call, within: .seconds(25)) { result in
            reply(result.map { $0.first == .uint32(1) || $0.first == .uint32(4) })
        }
    }

    // MARK: Events of the line and the watches

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
