package import AMS
package import Radio

/// Service identifier of the media player.
extension ServiceID {
    package static let media = ServiceID(MediaCharacteristic.serviceUUID)
}

extension ServiceNeed {
    /// Media service; its texts arrive over Entity Update and Entity Attribute, and should stay
    /// confidential.
    package static let media = ServiceNeed(
        .media,
        requiring: [MediaCharacteristic.remoteCommand.id, MediaCharacteristic.entityUpdate.id],
        optional: [MediaCharacteristic.entityAttribute.id],
        confidential: [
            MediaCharacteristic.entityUpdate.id, MediaCharacteristic.entityAttribute.id,
        ])
}

extension MediaCharacteristic {
    /// Identifier of the characteristic in a link.
    package var id: CharacteristicID { CharacteristicID(uuid, of: .media) }

    /// Returns nil for a characteristic of another service.
    package init?(_ id: CharacteristicID) {
        guard let match = Self.allCases.first(where: { $0.id == id }) else { return nil }
        self = match
    }
}

extension MediaError {
    /// Converts the error of a link.
    package init(_ error: AttributeError) {
        self.init(rawValue: error.rawValue)
    }
}
