import DBus

/// What bluetoothd says of its adapters, devices and their services, as a value.
struct ObjectTree: Sendable {
    /// The properties of one interface of an object.
    typealias Properties = [String: BusValue]

    private var objects: [ObjectPath: [String: Properties]] = [:]

    init() {}

    /// Takes the answer to GetManagedObjects.
    init(_ objects: [ObjectPath: [String: Properties]]) {
        self.objects = objects
    }

    /// The properties of an interface of an object, where it has that.
    subscript(path: ObjectPath, interface: String) -> Properties? {
        objects[path]?[interface]
    }

    /// The objects that have an interface, in the order of their paths.
    func paths(having interface: String) -> [ObjectPath] {
        objects.filter { $0.value[interface] != nil }.keys.sorted { $0.rawValue < $1.rawValue }
    }

    /// The objects below another that have an interface, in the order of their paths.
    func paths(having interface: String, below parent: ObjectPath) -> [ObjectPath] {
        paths(having: interface).filter { $0.isBelow(parent) }
    }

    /// Takes interfaces that an object has now.
    mutating func add(_ path: ObjectPath, _ interfaces: [String: Properties]) {
        objects[path, default: [:]].merge(interfaces) { _, new in new }
    }

    /// Takes interfaces away that an object no longer has.
    mutating func remove(_ path: ObjectPath, _ interfaces: [String]) {
        for name in interfaces { objects[path]?[name] = nil }
        if objects[path]?.isEmpty == true { objects[path] = nil }
    }

    /// Takes changed properties; an interface that was never announced stays unknown.
    mutating func change(
        _ path: ObjectPath, _ interface: String, to changed: Properties, without gone: [String]
    ) {
        guard objects[path]?[interface] != nil else { return }
        objects[path]?[interface]?.merge(changed) { _, new in new }
        for name in gone { objects[path]?[interface]?[name] = nil }
    }
}

extension [String: BusValue] {
    /// A property that is true.
    func isTrue(_ name: String) -> Bool {
        self[name]?.asBool == true
    }

    /// A property that is a text.
    func text(_ name: String) -> String? {
        self[name]?.asString
    }
}
