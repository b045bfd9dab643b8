package import ANCS
package import Radio

/// Service identifier of notifications.
extension ServiceID {
    package static let notifications = ServiceID(Characteristic.serviceUUID)
}

extension ServiceNeed {
    /// Notification service; its texts arrive over Data Source and should stay confidential.
    package static let notifications = ServiceNeed(
        .notifications, requiring: Characteristic.allCases.map(\.id),
        confidential: [Characteristic.dataSource.id])
}

extension Characteristic {
    /// Identifier of the characteristic in a link.
    package var id: CharacteristicID { CharacteristicID(uuid, of: .notifications) }

    /// Returns nil for a characteristic of another service.
    package init?(_ id: CharacteristicID) {
        guard let match = Self.allCases.first(where: { $0.id == id }) else { return nil }
        self = match
    }
}

extension WriteError {
    /// Converts the error of a link.
    package init(_ error: AttributeError) {
        self.init(rawValue: error.rawValue)
    }
}
