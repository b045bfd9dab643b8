internal import Linux

/// A path with the objects at and below it, for the standard interfaces.
@LoopActor
struct ObjectPlace {
    private let path: ObjectPath
    private let object: BusObject?
    private let below: [ObjectPath: BusObject]

    init(path: ObjectPath, object: BusObject?, among objects: [ObjectPath: BusObject]) {
        self.path = path
        self.object = object
        below = objects.filter { $0.key.isBelow(path) }
    }

    var exists: Bool {
        object != nil || !below.isEmpty
    }

    func answer(
        to target: CallTarget, of interface: StandardInterface, _ arguments: [BusValue]
    ) throws(BusFault) -> [BusValue] {
        switch (interface, target.member) {
        case (.introspectable, "Introspect"):
            try target.takes("")
            return [.string(Introspection.page(of: object, children: children))]
        case (.objectManager, "GetManagedObjects"):
            try target.takes("")
            return [managedObjects]
        case (.properties, "Get"):
            try target.takes("ss")
            return [.variant(try property(arguments))]
        case (.properties, "GetAll"):
            try target.takes("s")
            return [.dictionary(try properties(arguments))]
        default: throw BusFault(BusErrorName.unknownMethod, "There is no such method")
        }
    }

    /// Returns the handler of a request to set a property.
    func writer(
        for target: CallTarget, _ arguments: [BusValue]
    ) throws(BusFault) -> @LoopActor (BusRequest) -> Void {
        try target.takes("ssv")
        _ = try property(arguments)
        let (interface, name) = (arguments[0].asString ?? "", arguments[1].asString)
        guard let property = object?.declared(in: interface).first(where: { $0.name == name }),
            let writer = property.writer
        else { throw BusFault(BusErrorName.propertyReadOnly, "This property cannot be set") }
        guard arguments[2].unwrapped.type == property.value.type else {
            throw BusFault(
                BusErrorName.invalidArguments,
                "This property has the type '\(property.value.type)'")
        }
        return writer
    }

    private var children: [String] {
        let depth = path.elements.count
        return Set(below.keys.map { String($0.elements[depth]) }).sorted()
    }

    private var managedObjects: BusValue {
        let entries = below.sorted { $0.key.rawValue < $1.key.rawValue }.map { path, object in
            BusEntry(key: .path(path), value: object.allProperties)
        }
        return .map(key: "o", value: "a{sa{sv}}", entries)
    }

    private func properties(_ arguments: [BusValue]) throws(BusFault) -> [String: BusValue] {
        let name = arguments.first?.asString ?? ""
        if let properties = object?.properties(of: name) { return properties }
        // The standard interfaces exist and have no properties.
        if StandardInterface(rawValue: name) != nil { return [:] }
        throw BusFault(BusErrorName.unknownInterface, "There is no such interface")
    }

    private func property(_ arguments: [BusValue]) throws(BusFault) -> BusValue {
        let properties = try properties(arguments)
        guard let name = arguments.dropFirst().first?.asString, let value = properties[name] else {
            throw BusFault(BusErrorName.unknownProperty, "There is no such property")
        }
        return value
    }
}
