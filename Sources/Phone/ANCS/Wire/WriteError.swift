/// Error code of a refused request: one of ATT, or one of the four of ANCS.
package struct WriteError: Error, RawRepresentable, Hashable, Sendable {
    /// Error code in the ATT error response.
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Invalid Handle: the attribute no longer exists.
    package static let invalidHandle = WriteError(rawValue: 0x01)
    /// Write Not Permitted: the user has not allowed this host to see notifications.
    package static let writeNotPermitted = WriteError(rawValue: 0x03)
    /// Insufficient Authentication: the link is not paired.
    package static let insufficientAuthentication = WriteError(rawValue: 0x05)
    package static let insufficientAuthorization = WriteError(rawValue: 0x08)
    /// Attribute Not Found: the phone does not offer the attribute.
    package static let attributeNotFound = WriteError(rawValue: 0x0A)
    package static let encryptionKeySizeTooShort = WriteError(rawValue: 0x0C)
    package static let unlikelyError = WriteError(rawValue: 0x0E)
    /// Insufficient Encryption: the link is not encrypted.
    package static let insufficientEncryption = WriteError(rawValue: 0x0F)
    /// ANCS: the command is unknown.
    package static let unknownCommand = WriteError(rawValue: 0xA0)
    /// ANCS: the command is malformed.
    package static let invalidCommand = WriteError(rawValue: 0xA1)
    /// ANCS: the notification or app does not exist, or no longer.
    package static let invalidParameter = WriteError(rawValue: 0xA2)
    /// ANCS: the action could not be performed.
    package static let actionFailed = WriteError(rawValue: 0xA3)

    /// Whether the error is from the service itself, which therefore exists and accepts requests.
    var isOfService: Bool { (0xA0...0xA3).contains(rawValue) }

    /// Whether the error shows that the service is missing.
    var isAboutMissingService: Bool {
        self == .invalidHandle || self == .attributeNotFound
    }

    /// Whether the security of the link is insufficient for notifications.
    package var isAboutSecurity: Bool {
        [
            .insufficientAuthentication, .insufficientAuthorization, .insufficientEncryption,
            .encryptionKeySizeTooShort,
        ].contains(self)
    }
}
