import DBus

/// Adapters, devices and their services in bluetoothd, as a value.
struct ObjectTree: Sendable {
    /// Properties of one interface of an object.
    typealias Properties = [String: BusValue]

    private var objects: [ObjectPath: [String: Properties]] = [:]

    init() {}

    /// Creates the tree from the answer to GetManagedObjects.
    init(_ objects: [ObjectPath: [String: Properties]]) {
        self.objects = objects
    }

    /// Returns the properties of an object's interface, if it exists.
    subscript(path: ObjectPath, interface: String) -> Properties? {
        objects[path]?[interface]
    }

    /// Returns the objects with an interface, sorted by path.
    func paths(having interface: String) -> [ObjectPath] {
        objects.filter { $0.value[interface] != nil }.keys.sorted { $0.rawValue < $1.rawValue }
    }

    /// Returns the objects below another with an interface, sorted by path.
    func paths(having interface: String, below parent: ObjectPath) -> [ObjectPath] {
        paths(having: interface).filter { $0.isBelow(parent) }
    }

    /// Adds interfaces of an object.
    mutating func add(_ path: ObjectPath, _ interfaces: [String: Properties]) {
        objects[path, default: [:]].merge(interfaces) { _, new in new }
    }

    /// Removes interfaces of an object.
    mutating func remove(_ path: ObjectPath, _ interfaces: [String]) {
        for name in interfaces { objects[path]?[name] = nil }
        if objects[path]?.isEmpty == true { objects[path] = nil }
    }

    /// Changes properties; an interface that was never announced remains unknown.
    mutating func change(
        _ path: ObjectPath, _ interface: String, to changed: Properties, without gone: [String]
    ) {
        guard objects[path]?[interface] != nil else { return }
        objects[path]?[interface]?.merge(changed) { _, new in new }
        for name in gone { objects[path]?[interface]?[name] = nil }
    }
}

extension [String: BusValue] {
    /// Returns whether a property is true.
    func isTrue(_ name: String) -> Bool {
        self[name]?.asBool == true
    }

    /// Returns a text property.
    func text(_ name: String) -> String? {
        self[name]?.asString
    }
}
