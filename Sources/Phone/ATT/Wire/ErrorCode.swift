/// Error code of a refused request.
///
/// Unknown codes are kept; 0x80 to 0x9F belong to services, and ANCS also uses 0xA0 to 0xA3.
package struct ErrorCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let invalidHandle = ErrorCode(rawValue: 0x01)
    package static let readNotPermitted = ErrorCode(rawValue: 0x02)
    package static let writeNotPermitted = ErrorCode(rawValue: 0x03)
    package static let invalidPDU = ErrorCode(rawValue: 0x04)
    package static let insufficientAuthentication = ErrorCode(rawValue: 0x05)
    package static let requestNotSupported = ErrorCode(rawValue: 0x06)
    package static let invalidOffset = ErrorCode(rawValue: 0x07)
    package static let insufficientAuthorization = ErrorCode(rawValue: 0x08)
    package static let prepareQueueFull = ErrorCode(rawValue: 0x09)
    package static let attributeNotFound = ErrorCode(rawValue: 0x0A)
    package static let attributeNotLong = ErrorCode(rawValue: 0x0B)
    package static let encryptionKeySizeTooShort = ErrorCode(rawValue: 0x0C)
    package static let invalidAttributeValueLength = ErrorCode(rawValue: 0x0D)
    package static let unlikelyError = ErrorCode(rawValue: 0x0E)
    package static let insufficientEncryption = ErrorCode(rawValue: 0x0F)
    package static let unsupportedGroupType = ErrorCode(rawValue: 0x10)
    package static let insufficientResources = ErrorCode(rawValue: 0x11)

    package static let databaseOutOfSync = ErrorCode(rawValue: 0x12)
    package static let valueNotAllowed = ErrorCode(rawValue: 0x13)

    /// Whether the same request may be granted over a more secure link.
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
    /// Number in hexadecimal, as in the specification.
    package var description: String {
        "0x\(rawValue.hexadecimal)"
    }
}
