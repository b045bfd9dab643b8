internal import Linux

/// One interface of an object of ours.
package struct BusInterface {
    package let name: String
    package let properties: [BusProperty]
    package let methods: [BusMethod]
    package let signals: [BusSignalShape]

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
    package let name: String
    package let value: BusValue
    /// Whether a change is told by `PropertiesChanged`.
    package let tellsChanges: Bool

    package init(_ name: String, _ value: BusValue, tellsChanges: Bool = true) {
        self.name = name
        self.value = value
        self.tellsChanges = tellsChanges
    }
}

/// A method that others may call; arguments of other types than it takes never reach it.
package struct BusMethod {
    package let name: String
    package let takes: BusSignature
    package let returns: BusSignature
    package let handler: @LoopActor (BusRequest) -> Void

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
    package let name: String
    package let carries: BusSignature

    package init(_ name: String, carries: BusSignature = "") {
        self.name = name
        self.carries = carries
    }
}
