internal import Linux

/// Address of a message bus.
package enum BusAddress: Hashable, Sendable {
    /// The system bus: the address in `DBUS_SYSTEM_BUS_ADDRESS`, or the usual socket if it is unset.
    case system
    /// A D-Bus address, such as `unix:path=/run/dbus/system_bus_socket`.
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

/// Timeouts and retry intervals of a connection.
package struct BusPatience: Hashable, Sendable {
    /// Time limit for opening the socket, and again for the `Hello` call.
    package var greeting: Duration
    /// The pause before the first retry; it doubles with every further one.
    package var firstPause: Duration
    /// Upper limit of the pause.
    package var longestPause: Duration
    /// Timeout of calls to the bus itself, about names and match rules.
    package var answer: Duration

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

/// A change of the connection's state.
package enum BusEvent: Hashable, Sendable {
    /// Connected under this unique name; watches and objects are already registered.
    case connected(uniqueName: String)
    /// The connection was lost or cannot be made; retries are not reported.
    case disconnected(BusLoss)
    /// The bus refused a match rule.
    case watchRefused(MatchRule, BusError)
}

/// The reason for a missing connection.
package enum BusLoss: Hashable, Sendable {
    /// Nothing listens at the address, or the address is invalid.
    case unreachable
    /// The bus did not accept the connection in time, or did not answer `Hello` in time.
    case silent
    /// The bus answered `Hello` with an error.
    case refused
    /// The bus closed the connection or violated the protocol.
    case closed
}
