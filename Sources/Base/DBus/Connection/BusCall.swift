/// A method call, to be sent.
package struct BusCall: Hashable, Sendable {
    /// The name of who is called.
    package var destination: String
    /// The object that is meant.
    package var path: ObjectPath
    /// The interface that is meant.
    package var interface: String
    /// What is called or told.
    package var member: String
    /// What goes with it.
    package var arguments: [BusValue]
    /// Whether the bus may start the service that is called.
    package var startsService = false

    /// What is sent as one message.
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
    /// The object that is meant.
    package var path: ObjectPath
    /// The interface that is meant.
    package var interface: String
    /// What is called or told.
    package var member: String
    /// What goes with it.
    package var arguments: [BusValue]

    /// What is sent as one message.
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
