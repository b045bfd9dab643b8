package import Linux

/// An object that can be exported on the bus.
@LoopActor
package final class BusObject {
    /// Where the object is exported: the collection that holds it, and its path.
    struct Home {
        weak let shelf: ExportedObjects?
        let path: ObjectPath
    }

    let interfaces: [BusInterface]
    private var values: [String: [String: BusValue]] = [:]
    var home: Home?

    package init(_ interfaces: [BusInterface]) {
        self.interfaces = interfaces
        for interface in interfaces {
            let pairs = interface.properties.map { ($0.name, $0.value) }
            values[interface.name] = Dictionary(pairs) { first, _ in first }
        }
    }

    /// Returns the current properties of an interface, or nil if the object does not implement it.
    package func properties(of interface: String) -> [String: BusValue]? {
        guard var current = values[interface] else { return nil }
        for property in declared(in: interface) {
            if let reader = property.reader { current[property.name] = reader() }
        }
        return current
    }

    /// Changes a property, and emits `PropertiesChanged` if the property reports its changes.
    ///
    /// Has no effect if the object has no such property.
    package func set(_ property: String, of interface: String, to value: BusValue) {
        set([property: value], of: interface)
    }

    /// Changes properties, and emits one `PropertiesChanged` with those that differ and report their changes.
    ///
    /// A property with the value nil is absent until it gets a value. A property that the object does not have is ignored.
    package func set(_ changes: [String: BusValue?], of interface: String) {
        var changed: [String: BusValue] = [:]
        var invalidated: [String] = []
        for property in declared(in: interface) {
            guard let new = changes[property.name], new != values[interface]?[property.name] else {
                continue
            }
            values[interface]?[property.name] = new
            guard property.tellsChanges else { continue }
            if let new { changed[property.name] = new } else { invalidated.append(property.name) }
        }
        guard let home, !changed.isEmpty || !invalidated.isEmpty else { return }
        home.shelf?.tell(
            BusSignal(
                home.path, StandardInterface.properties.rawValue, "PropertiesChanged",
                [.string(interface), .dictionary(changed), .strings(invalidated)]))
    }

    /// The declared properties of an interface.
    func declared(in interface: String) -> [BusProperty] {
        interfaces.first { $0.name == interface }?.properties ?? []
    }

    /// The properties of all interfaces, in the form of `GetManagedObjects`.
    var allProperties: BusValue {
        let entries = interfaces.map { interface in
            BusEntry(
                key: .string(interface.name),
                value: .dictionary(properties(of: interface.name) ?? [:]))
        }
        return .map(key: "s", value: "a{sv}", entries)
    }

    /// Returns the method for a call.
    func method(
        for target: CallTarget
    ) throws(BusFault) -> (interface: String, method: BusMethod) {
        let candidates = interfaces.filter { ($0.name == target.interface ?? $0.name) }
        guard !candidates.isEmpty else {
            throw BusFault(BusErrorName.unknownInterface, "There is no such interface")
        }
        for interface in candidates {
            for method in interface.methods where method.name == target.member {
                try target.takes(method.takes)
                return (interface.name, method)
            }
        }
        throw BusFault(BusErrorName.unknownMethod, "There is no such method")
    }

    /// Throws unless all names and types are valid on the bus.
    func check() throws(BusError) {
        for interface in interfaces {
            try BusNames.check(interface: interface.name)
            for method in interface.methods {
                try BusNames.check(member: method.name)
                try BusNames.check(signature: method.takes)
                try BusNames.check(signature: method.returns)
            }
            for signal in interface.signals {
                try BusNames.check(member: signal.name)
                try BusNames.check(signature: signal.carries)
            }
            for property in interface.properties {
                try BusNames.check(member: property.name)
                try ValueCheck.check([.variant(property.value)])
            }
        }
    }
}
