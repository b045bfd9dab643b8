package import ANCS
package import Radio

/// The notification service, as a link has to find it.
extension ServiceID {
    /// The service of notifications.
    package static let notifications = ServiceID(Characteristic.serviceUUID)
}

extension ServiceNeed {
    /// Texts come over Data Source, and nobody else should see them.
    package static let notifications = ServiceNeed(
        .notifications, requiring: Characteristic.allCases.map(\.id),
        confidential: [Characteristic.dataSource.id])
}

extension Characteristic {
    /// The characteristic in the words of a link.
    package var id: CharacteristicID { CharacteristicID(uuid, of: .notifications) }

    /// Nil for one of another service.
    package init?(_ id: CharacteristicID) {
        guard let match = Self.allCases.first(where: { $0.id == id }) else { return nil }
        self = match
    }
}

extension WriteError {
    /// What a link says of a refusal.
    package init(_ error: AttributeError) {
        self.init(rawValue: error.rawValue)
    }
}
