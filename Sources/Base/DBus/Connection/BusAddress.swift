internal import Linux

/// Where a bus listens.
package enum BusAddress: Hashable, Sendable {
    /// The machine's bus: `DBUS_SYSTEM_BUS_ADDRESS`, else its usual socket.
    case system
    /// An address as the bus writes it, such as `unix:path=/run/dbus/system_bus_socket`.
    case at(String)

    var text: String {
        switch self {
        case .system:
            let given = Environment.value("DBUS_SYSTEM_BUS_ADDRESS") ?? ""
            return given.isEmpty ? "unix:path=/run/dbus/system_bus_socket" : given
        case .at(let address): return address
        }
    }
}

/// How patiently a connection is made.
package struct BusPatience: Hashable, Sendable {
    /// How long the bus may take to greet.
    package var greeting: Duration
    /// The pause before the first further attempt; each later one is twice as long.
    package var firstPause: Duration
    /// The longest pause.
    package var longestPause: Duration
    /// How long the bus may take to answer about names and rules.
    package var answer: Duration

    /// Waits of other lengths than usual.
    package init(
        greeting: Duration = .seconds(10), firstPause: Duration = .milliseconds(250),
        longestPause: Duration = .seconds(10), answer: Duration = .seconds(25)
    ) {
        self.greeting = greeting
        self.firstPause = firstPause
        self.longestPause = longestPause
        self.answer = answer
    }
}

/// What becomes of a connection.
package enum BusEvent: Hashable, Sendable {
    /// The bus knows us by this name now; watches and objects are in place.
    case connected(uniqueName: String)
    /// The connection ended or cannot be made; further attempts are made without further word.
    case disconnected(BusLoss)
    /// The bus refused to pass on what a watch wants.
    case watchRefused(MatchRule, BusError)
}

/// Why there is no connection.
package enum BusLoss: Hashable, Sendable {
    /// Nobody listens at the address, or it is none.
    case unreachable
    /// The bus did not greet in time.
    case silent
    /// The bus did not let us in.
    case refused
    /// The bus closed the connection, or spoke nonsense.
    case closed
}
