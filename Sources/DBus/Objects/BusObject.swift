package import Linux

/// An object of ours that others on the bus see where it is exported.
@LoopActor
package final class BusObject {
    let interfaces: [BusInterface]
    private var values: [String: [String: BusValue]] = [:]
    /// Tells the bus of a change, while the object is exported.
    var tellChange: (@LoopActor (_ interface: String, _ property: String, BusValue) -> Void)?

    package init(_ interfaces: [BusInterface]) {
        self.interfaces = interfaces
        for interface in interfaces {
            let pairs = interface.properties.map { ($0.name, $0.value) }
            values[interface.name] = Dictionary(pairs) { first, _ in first }
        }
    }

    /// The properties of an interface, or nil where the object does not have the interface.
    package func properties(of interface: String) -> [String: BusValue]? {
        values[interface]
    }

    /// Changes a property that the object has, and tells the bus where that is wanted.
    package func set(_ property: String, of interface: String, to value: BusValue) {
        guard let old = values[interface]?[property], old != value else { return }
        values[interface]?[property] = value
        let properties = interfaces.first { $0.name == interface }?.properties ?? []
        let tellsChanges = properties.first { $0.name == property }?.tellsChanges ?? false
        if tellsChanges { tellChange?(interface, property, value) }
    }
}
