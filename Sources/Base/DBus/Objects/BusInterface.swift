internal import Linux

/// One interface of an exported object.
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

/// A readable property with its initial value.
package struct BusProperty {
    package let name: String
    /// Initial value, which also decides the type.
    package let value: BusValue
    /// Whether a change emits `PropertiesChanged`.
    package let tellsChanges: Bool
    /// Computes the value for each read; nil for a stored value.
    package let reader: (@LoopActor () -> BusValue)?
    /// Handler of each request to set the property, with the new value of the right type as the last argument; nil if it is
    /// read-only.
    package let writer: (@LoopActor (BusRequest) -> Void)?

    package init(
        _ name: String, _ value: BusValue, tellsChanges: Bool = true,
        reader: (@LoopActor () -> BusValue)? = nil,
        writer: (@LoopActor (BusRequest) -> Void)? = nil
    ) {
        self.name = name
        self.value = value
        self.tellsChanges = tellsChanges
        self.reader = reader
        self.writer = writer
    }
}

/// A method of an exported object.
package struct BusMethod {
    package let name: String
    /// Types of the arguments; calls with other types are refused before the handler runs.
    package let takes: BusSignature
    /// Types of the returned values.
    package let returns: BusSignature
    /// Handler of each request; it may answer at any time.
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

/// Declaration of a signal, for introspection.
package struct BusSignalShape: Hashable, Sendable {
    package let name: String
    /// Types of the arguments.
    package let carries: BusSignature

    package init(_ name: String, carries: BusSignature = "") {
        self.name = name
        self.carries = carries
    }
}
