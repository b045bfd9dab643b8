/// Error code of a refused request: one of ATT, or one of the three of AMS.
package struct MediaError: Error, RawRepresentable, Hashable, Sendable {
    /// Error code in the ATT error response.
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Invalid Handle: the attribute no longer exists.
    package static let invalidHandle = MediaError(rawValue: 0x01)
    /// Insufficient Authentication: the link is not paired.
    package static let insufficientAuthentication = MediaError(rawValue: 0x05)
    package static let insufficientAuthorization = MediaError(rawValue: 0x08)
    /// Attribute Not Found: the phone does not offer the attribute.
    package static let attributeNotFound = MediaError(rawValue: 0x0A)
    package static let encryptionKeySizeTooShort = MediaError(rawValue: 0x0C)
    package static let unlikelyError = MediaError(rawValue: 0x0E)
    /// Insufficient Encryption: the link is not encrypted.
    package static let insufficientEncryption = MediaError(rawValue: 0x0F)
    /// AMS: the host has not subscribed to Entity Update.
    package static let invalidState = MediaError(rawValue: 0xA0)
    /// AMS: the command is malformed, or the player does not support it.
    package static let invalidCommand = MediaError(rawValue: 0xA1)
    /// AMS: the attribute is empty.
    package static let absentAttribute = MediaError(rawValue: 0xA2)

    /// Whether the error shows that the attribute is missing.
    var isAboutMissingAttribute: Bool {
        self == .invalidHandle || self == .attributeNotFound
    }

    /// Whether the security of the link is insufficient.
    package var isAboutSecurity: Bool {
        [
            .insufficientAuthentication, .insufficientAuthorization, .insufficientEncryption,
            .encryptionKeySizeTooShort,
        ].contains(self)
    }
}
