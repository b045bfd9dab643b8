internal import Linux

/// One interface of an object of ours.
package struct BusInterface {
    /// What it is called on the bus.
    package let name: String
    /// What can be read.
    package let properties: [BusProperty]
    /// What can be called.
    package let methods: [BusMethod]
    /// What it may tell.
    package let signals: [BusSignalShape]

    /// What peers see of it.
    package init(
        _ name: String, properties: [BusProperty] = [], methods: [BusMethod] = [],
        signals: [BusSignalShape] = []
    ) {
        self.name = name
        self.properties = properties
        self.methods = methods
        self.signals = signals
    }
}

/// A property that others may read, with its first value.
package struct BusProperty: Hashable, Sendable {
    /// What it is called on the bus.
    package let name: String
    /// What it is at present.
    package let value: BusValue
    /// Whether a change is told by `PropertiesChanged`.
    package let tellsChanges: Bool

    /// What peers see of it.
    package init(_ name: String, _ value: BusValue, tellsChanges: Bool = true) {
        self.name = name
        self.value = value
        self.tellsChanges = tellsChanges
    }
}

/// A method that others may call; arguments of other types than it takes never reach it.
package struct BusMethod {
    /// What it is called on the bus.
    package let name: String
    /// The types of the arguments; others are refused before the handler is called.
    package let takes: BusSignature
    /// The types of the answer.
    package let returns: BusSignature
    /// Called with each request, which it answers at any time.
    package let handler: @LoopActor (BusRequest) -> Void

    /// What peers see of it.
    package init(
        _ name: String, takes: BusSignature = "", returns: BusSignature = "",
        handler: @escaping @LoopActor (BusRequest) -> Void
    ) {
        self.name = name
        self.takes = takes
        self.returns = returns
        self.handler = handler
    }
}

/// A signal that an object of ours may send, for those who ask what it has.
package struct BusSignalShape: Hashable, Sendable {
    /// What it is called on the bus.
    package let name: String
    /// The types of what it tells.
    package let carries: BusSignature

    /// What peers see of it.
    package init(_ name: String, carries: BusSignature = "") {
        self.name = name
        self.carries = carries
    }
}
