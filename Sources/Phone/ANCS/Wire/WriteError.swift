/// Why the phone refused a request: ATT's own codes and the four of ANCS.
package struct WriteError: Error, RawRepresentable, Hashable, Sendable {
    /// The byte of the attribute protocol's error response.
    package let rawValue: UInt8

    /// An error by its byte; any byte is one.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Invalid Handle: whatever was there is gone.
    package static let invalidHandle = WriteError(rawValue: 0x01)
    /// Write Not Permitted: the person has not allowed this host to see notifications.
    package static let writeNotPermitted = WriteError(rawValue: 0x03)
    /// Insufficient Authentication: the link is not paired.
    package static let insufficientAuthentication = WriteError(rawValue: 0x05)
    /// Insufficient Authorization.
    package static let insufficientAuthorization = WriteError(rawValue: 0x08)
    /// Attribute Not Found: the phone does not offer what is asked for.
    package static let attributeNotFound = WriteError(rawValue: 0x0A)
    /// Encryption Key Size Too Short.
    package static let encryptionKeySizeTooShort = WriteError(rawValue: 0x0C)
    /// Unlikely Error.
    package static let unlikelyError = WriteError(rawValue: 0x0E)
    /// Insufficient Encryption: the link is not encrypted.
    package static let insufficientEncryption = WriteError(rawValue: 0x0F)
    /// ANCS: the command is not known.
    package static let unknownCommand = WriteError(rawValue: 0xA0)
    /// ANCS: the command is not well formed.
    package static let invalidCommand = WriteError(rawValue: 0xA1)
    /// ANCS: there is no such notification or app (any more).
    package static let invalidParameter = WriteError(rawValue: 0xA2)
    /// ANCS: the action could not be performed.
    package static let actionFailed = WriteError(rawValue: 0xA3)

    /// Whether the service itself has refused, so that it is there and takes requests.
    var isOfService: Bool { (0xA0...0xA3).contains(rawValue) }

    /// Whether not the service has refused, but something in its place.
    var isAboutMissingService: Bool {
        self == .invalidHandle || self == .attributeNotFound
    }

    /// Whether the link itself is not secure enough for notifications.
    package var isAboutSecurity: Bool {
        [
            .insufficientAuthentication, .insufficientAuthorization, .insufficientEncryption,
            .encryptionKeySizeTooShort,
        ].contains(self)
    }
}
