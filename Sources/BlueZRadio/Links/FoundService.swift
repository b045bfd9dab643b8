import ANCS
import DBus
import Radio

/// Where bluetoothd has put the notification service of one phone.
struct PhoneService: Equatable {
    let notificationSource: ObjectPath
    let controlPoint: ObjectPath
    let dataSource: ObjectPath

    /// Finds the service among the objects of a device; one that lacks a characteristic is none.
    init?(of device: ObjectPath, in tree: ObjectTree) {
        let services = tree.paths(having: BlueZ.gattService, below: device)
        let service = services.first { path in
            tree[path, BlueZ.gattService]?.text("UUID") == Shape.notificationService
        }
        guard let service else { return nil }
        var found: [String: ObjectPath] = [:]
        for path in tree.paths(having: BlueZ.characteristic, below: service) {
            if let uuid = tree[path, BlueZ.characteristic]?.text("UUID") { found[uuid] = path }
        }
        guard let source = found["9fbf120d-6301-42d9-8c58-25e699a21dbd"],
            let control = found["69d1d8f3-45e1-49a8-9821-9bbdfdaad9d9"],
            let data = found["22eac6e9-24d6-4bb5-be44-b36ace7c7bfb"]
        else { return nil }
        (notificationSource, controlPoint, dataSource) = (source, control, data)
    }

    subscript(characteristic: Characteristic) -> ObjectPath {
        switch characteristic {
        case .notificationSource: notificationSource
        case .controlPoint: controlPoint
        case .dataSource: dataSource
        }
    }

    /// The characteristic that has a path.
    func characteristic(at path: ObjectPath) -> Characteristic? {
        switch path {
        case notificationSource: .notificationSource
        case dataSource: .dataSource
        default: nil
        }
    }
}
