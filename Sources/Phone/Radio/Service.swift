/// A service of a phone, identified by its UUID.
package struct ServiceID: Hashable, Sendable {
    /// The full UUID, also if there is a short one.
    package let uuid: UInt128

    package init(_ uuid: UInt128) {
        self.uuid = uuid
    }

    /// Creates the identifier of a service with a number of the Bluetooth SIG.
    package init(short: UInt16) {
        self.init(fullUUID(of: short))
    }
}

/// Returns the UUID of a number of the Bluetooth SIG (Core specification, Vol 3 Part B 2.5.1).
private func fullUUID(of short: UInt16) -> UInt128 {
    UInt128(short) << 96 | 0x0000_0000_0000_1000_8000_0080_5F9B_34FB
}

/// A characteristic of a service.
package struct CharacteristicID: Hashable, Sendable {
    package let service: ServiceID
    /// The full UUID, also if there is a short one.
    package let uuid: UInt128

    package init(_ uuid: UInt128, of service: ServiceID) {
        self.service = service
        self.uuid = uuid
    }

    /// Creates the identifier of a characteristic with a number of the Bluetooth SIG.
    package init(short: UInt16, of service: ServiceID) {
        self.init(fullUUID(of: short), of: service)
    }
}

/// A service required of a phone.
package struct ServiceNeed: Hashable, Sendable {
    package let service: ServiceID
    /// Characteristics that the service must have to be accepted.
    package let required: [CharacteristicID]
    /// Characteristics that are used if the service has them.
    package let optional: [CharacteristicID]
    /// Characteristics whose values other local users should not see, if possible.
    package let confidential: Set<CharacteristicID>

    package init(
        _ service: ServiceID, requiring required: [CharacteristicID],
        optional: [CharacteristicID] = [], confidential: Set<CharacteristicID> = []
    ) {
        self.service = service
        self.required = required
        self.optional = optional
        self.confidential = confidential
    }

    /// All characteristics that may be used.
    package var characteristics: [CharacteristicID] { required + optional }
}

/// Error code of a phone for an attribute: one of the attribute protocol, or of the service.
package struct AttributeError: Error, RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let readNotPermitted = AttributeError(rawValue: 0x02)
    package static let writeNotPermitted = AttributeError(rawValue: 0x03)
    /// Insufficient Authentication: the link is not paired.
    package static let insufficientAuthentication = AttributeError(rawValue: 0x05)
    package static let requestNotSupported = AttributeError(rawValue: 0x06)
    package static let insufficientAuthorization = AttributeError(rawValue: 0x08)
    /// Attribute Not Found: the phone does not offer what is asked for.
    package static let attributeNotFound = AttributeError(rawValue: 0x0A)
    package static let encryptionKeySizeTooShort = AttributeError(rawValue: 0x0C)
    package static let unlikelyError = AttributeError(rawValue: 0x0E)
    /// Insufficient Encryption: the link is not encrypted.
    package static let insufficientEncryption = AttributeError(rawValue: 0x0F)

    /// Whether the phone requires more security on the link.
    package var isAboutSecurity: Bool {
        [
            .insufficientAuthentication, .insufficientAuthorization, .encryptionKeySizeTooShort,
            .insufficientEncryption,
        ].contains(self)
    }
}
