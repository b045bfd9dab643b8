import Basics
import DBus
import Radio

/// Object paths of a phone's service in bluetoothd.
struct FoundService: Equatable {
    private let paths: [CharacteristicID: ObjectPath]

    /// Finds the service among the objects of a device; returns nil if a required characteristic is
    /// missing.
    init?(_ need: ServiceNeed, of device: ObjectPath, in tree: ObjectTree) {
        let services = tree.paths(having: BlueZ.gattService, below: device)
        let uuid = need.service.uuid.uuidText
        let service = services.first { tree[$0, BlueZ.gattService]?.text("UUID") == uuid }
        guard let service else { return nil }
        var found: [String: ObjectPath] = [:]
        for path in tree.paths(having: BlueZ.characteristic, below: service) {
            if let uuid = tree[path, BlueZ.characteristic]?.text("UUID") { found[uuid] = path }
        }
        var paths: [CharacteristicID: ObjectPath] = [:]
        for characteristic in need.required {
            guard let path = found[characteristic.uuid.uuidText] else { return nil }
            paths[characteristic] = path
        }
        for characteristic in need.optional {
            paths[characteristic] = found[characteristic.uuid.uuidText]
        }
        self.paths = paths
    }

    subscript(characteristic: CharacteristicID) -> ObjectPath? { paths[characteristic] }

    /// Returns the characteristic with this path.
    func characteristic(at path: ObjectPath) -> CharacteristicID? {
        paths.first { $0.value == path }?.key
    }
}
