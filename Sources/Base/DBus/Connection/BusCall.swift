/// A method call to send.
package struct BusCall: Hashable, Sendable {
    /// Bus name of the called service.
    package var destination: String
    package var path: ObjectPath
    package var interface: String
    package var member: String
    package var arguments: [BusValue]
    /// Whether the bus may start the called service.
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

/// Identifier of a call, for withdrawing it.
package struct BusCallID: Hashable, Sendable {
    let number: UInt64
}

/// A received signal, or a signal to send.
package struct BusSignal: Hashable, Sendable {
    /// Unique name of the sender; the bus fills it in.
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
