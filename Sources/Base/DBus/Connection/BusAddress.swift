internal import Linux

/// Address of a message bus.
package enum BusAddress: Hashable, Sendable {
    /// The system bus: the address in `DBUS_SYSTEM_BUS_ADDRESS`, or the usual socket if it is unset.
    case system
    /// The bus of a user's session: the address in `DBUS_SESSION_BUS_ADDRESS`, or `bus` in the user's folder for sockets.
    case session
    /// A D-Bus address, such as `unix:path=/run/dbus/system_bus_socket`.
    case at(String)

    var text: String {
        switch self {
        case .system:
            let given = Environment.value("DBUS_SYSTEM_BUS_ADDRESS") ?? ""
            return given.isEmpty ? "unix:path=/run/dbus/system_bus_socket" : given
        case .session: return Self.sessionText ?? ""
        case .at(let address): return address
        }
    }

    /// Whether the environment names a session bus.
    package static var hasSession: Bool { sessionText != nil }

    private static var sessionText: String? {
        if let given = Environment.value("DBUS_SESSION_BUS_ADDRESS"), !given.isEmpty {
            return given
        }
        guard let folder = Environment.value("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else {
            return nil
        }
        return "unix:path=\(escaped(folder))/bus"
    }

    /// Returns a path in the syntax of addresses, where other bytes are escaped.
    private static func escaped(_ path: String) -> String {
        path.utf8.reduce(into: "") { text, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "/"), UInt8(ascii: "."):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "%" + byte.padded(to: 2, radix: 16)
            }
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
