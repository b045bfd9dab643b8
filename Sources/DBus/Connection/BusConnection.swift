package import Linux

/// One connection to a bus, which comes back by itself with its watches and objects.
@LoopActor
package final class BusConnection {
    private let address: BusAddress
    private let patience: BusPatience

    package init(_ address: BusAddress = .system, patience: BusPatience = BusPatience()) {
        self.address = address
        self.patience = patience
    }

    /// Our name on the bus, while there is a connection.
    package private(set) var uniqueName: String?

    /// Connects, and again whenever the connection is lost, until `stop`.
    package func start(_ handler: @escaping @LoopActor (BusEvent) -> Void) {}

    /// Ends the connection: calls that wait are answered as disconnected, and nothing is told after.
    ///
    /// Watches and objects stay, for another `start`.
    package func stop() {}

    /// Calls a method; the answer, or why there is none, comes once, and never before this returns.
    @discardableResult
    package func call(
        _ call: BusCall, within limit: Duration = .seconds(25),
        reply: @escaping @LoopActor (Result<[BusValue], BusError>) -> Void
    ) -> BusCallID {
        BusCallID(number: 0)
    }

    /// Forgets a call: its answer is not told.
    package func withdraw(_ id: BusCallID) {}

    /// Calls a handler for each signal that fits, now and after every new connection.
    package func watch(
        _ rule: MatchRule, handler: @escaping @LoopActor (BusSignal) -> Void
    ) throws(BusError) -> BusWatch {
        BusWatch(number: 0)
    }

    /// Calls a handler with the unique name of who owns a name, or nil: as soon as that is known,
    /// at each change, and when the connection is lost.
    package func watchOwner(
        of name: String, handler: @escaping @LoopActor (String?) -> Void
    ) throws(BusError) -> BusWatch {
        BusWatch(number: 0)
    }

    /// Ends a watch.
    package func end(_ watch: BusWatch) {}

    /// Shows an object to the bus, in the place of any other at this path.
    package func export(_ object: BusObject, at path: ObjectPath) throws(BusError) {}

    /// Takes an object from the bus.
    package func withdraw(_ path: ObjectPath) {}

    /// Sends a signal.
    package func emit(_ signal: BusSignal, to destination: String? = nil) throws(BusError) {}

    /// Asks for a name, now and after every new connection; the answer says whether it is ours.
    package func requestName(
        _ name: String, reply: @escaping @LoopActor (Result<Bool, BusError>) -> Void
    ) {}
}
