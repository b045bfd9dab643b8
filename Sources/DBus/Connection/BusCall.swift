/// A method call, to be sent.
package struct BusCall: Hashable, Sendable {
    package var destination: String
    package var path: ObjectPath
    package var interface: String
    package var member: String
    package var arguments: [BusValue]
    /// Whether the bus may start the service that is called.
    package var startsService = false

    package init(
        _ destination: String, _ path: ObjectPath, _ interface: String, _ member: String,
        _ arguments: [BusValue] = []
    ) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }
}

/// Names one call, for withdrawing it.
package struct BusCallID: Hashable, Sendable {
    let number: UInt64
}

/// A signal, as it came or to be sent.
package struct BusSignal: Hashable, Sendable {
    /// The unique name of whoever sent it; the bus fills it in.
    package var sender: String
    package var path: ObjectPath
    package var interface: String
    package var member: String
    package var arguments: [BusValue]

    package init(
        sender: String = "", _ path: ObjectPath, _ interface: String, _ member: String,
        _ arguments: [BusValue] = []
    ) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }
}
