/// A service that phones offer, by the number under which it is published.
package struct ServiceID: Hashable, Sendable {
    /// The number, also of one that has a short one.
    package let uuid: UInt128

    /// The service with this number.
    package init(_ uuid: UInt128) {
        self.uuid = uuid
    }
}

/// A characteristic of a service.
package struct CharacteristicID: Hashable, Sendable {
    /// The service that it belongs to.
    package let service: ServiceID
    /// The number, also of one that has a short one.
    package let uuid: UInt128

    /// The characteristic with this number.
    package init(_ uuid: UInt128, of service: ServiceID) {
        self.service = service
        self.uuid = uuid
    }
}

/// A service that a link is opened for.
package struct ServiceNeed: Hashable, Sendable {
    /// The service that it belongs to.
    package let service: ServiceID
    /// The characteristics without which the service is not the one meant.
    package let required: [CharacteristicID]
    /// Those whose values nobody else on this host should see, where that can be had.
    package let confidential: Set<CharacteristicID>

    /// A need of a service that has at least these characteristics.
    package init(
        _ service: ServiceID, requiring required: [CharacteristicID],
        confidential: Set<CharacteristicID> = []
    ) {
        self.service = service
        self.required = required
        self.confidential = confidential
    }
}

/// Why a phone refuses to do something with an attribute: a code of the attribute protocol, or one of the
/// service's own.
package struct AttributeError: Error, RawRepresentable, Hashable, Sendable {
    /// The number itself, also of one without a name here.
    package let rawValue: UInt8

    /// Any number is one, also one without a name here.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Write Not Permitted.
    package static let writeNotPermitted = AttributeError(rawValue: 0x03)
    /// Insufficient Authentication: the link is not paired.
    package static let insufficientAuthentication = AttributeError(rawValue: 0x05)
    /// Insufficient Authorization.
    package static let insufficientAuthorization = AttributeError(rawValue: 0x08)
    /// Attribute Not Found: the phone does not offer what is asked for.
    package static let attributeNotFound = AttributeError(rawValue: 0x0A)
    /// Encryption Key Size Too Short.
    package static let encryptionKeySizeTooShort = AttributeError(rawValue: 0x0C)
    /// Unlikely Error.
    package static let unlikelyError = AttributeError(rawValue: 0x0E)
    /// Insufficient Encryption: the link is not encrypted.
    package static let insufficientEncryption = AttributeError(rawValue: 0x0F)

    /// Whether the link is not as secure as the phone wants it.
    package var isAboutSecurity: Bool {
        [
            .insufficientAuthentication, .insufficientAuthorization, .encryptionKeySizeTooShort,
            .insufficientEncryption,
        ].contains(self)
    }
}
