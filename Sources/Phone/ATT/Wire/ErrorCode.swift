/// Why a peer refused a request; codes without a name are kept, 0x80 to 0x9F belong to services.
package struct ErrorCode: RawRepresentable, Hashable, Sendable {
    /// The number itself, also of one without a name here.
    package let rawValue: UInt8

    /// Any number is one, also one without a name here.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Invalid Handle.
    package static let invalidHandle = ErrorCode(rawValue: 0x01)
    /// Read Not Permitted.
    package static let readNotPermitted = ErrorCode(rawValue: 0x02)
    /// Write Not Permitted.
    package static let writeNotPermitted = ErrorCode(rawValue: 0x03)
    /// Invalid PDU.
    package static let invalidPDU = ErrorCode(rawValue: 0x04)
    /// Insufficient Authentication.
    package static let insufficientAuthentication = ErrorCode(rawValue: 0x05)
    /// Request Not Supported.
    package static let requestNotSupported = ErrorCode(rawValue: 0x06)
    /// Invalid Offset.
    package static let invalidOffset = ErrorCode(rawValue: 0x07)
    /// Insufficient Authorization.
    package static let insufficientAuthorization = ErrorCode(rawValue: 0x08)
    /// Prepare Queue Full.
    package static let prepareQueueFull = ErrorCode(rawValue: 0x09)
    /// Attribute Not Found.
    package static let attributeNotFound = ErrorCode(rawValue: 0x0A)
    /// Attribute Not Long.
    package static let attributeNotLong = ErrorCode(rawValue: 0x0B)
    /// Encryption Key Size Too Short.
    package static let encryptionKeySizeTooShort = ErrorCode(rawValue: 0x0C)
    /// Invalid Attribute Value Length.
    package static let invalidAttributeValueLength = ErrorCode(rawValue: 0x0D)
    /// Unlikely Error.
    package static let unlikelyError = ErrorCode(rawValue: 0x0E)
    /// Insufficient Encryption.
    package static let insufficientEncryption = ErrorCode(rawValue: 0x0F)
    /// Unsupported Group Type.
    package static let unsupportedGroupType = ErrorCode(rawValue: 0x10)
    /// Insufficient Resources.
    package static let insufficientResources = ErrorCode(rawValue: 0x11)

    /// Database Out Of Sync.
    package static let databaseOutOfSync = ErrorCode(rawValue: 0x12)
    /// Value Not Allowed.
    package static let valueNotAllowed = ErrorCode(rawValue: 0x13)

    /// Whether the same request may be granted over a link that is more secure.
    var isAboutSecurity: Bool {
        switch self {
        case .insufficientAuthentication, .insufficientAuthorization, .encryptionKeySizeTooShort,
            .insufficientEncryption:
            true
        default: false
        }
    }
}

extension ErrorCode: CustomStringConvertible {
    /// The number as documents have it.
    package var description: String {
        "0x\(rawValue.hexadecimal)"
    }
}
