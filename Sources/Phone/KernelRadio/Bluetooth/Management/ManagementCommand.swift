/// Input and output capability of this host for pairing.
package struct IOCapability: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The host can show a number.
    package static let displayOnly = IOCapability(rawValue: 0)
    /// The host can show a number and receive yes or no.
    package static let displayYesNo = IOCapability(rawValue: 1)
    /// The host has neither input nor output.
    package static let noInputNoOutput = IOCapability(rawValue: 3)
    /// The host can show a number and has a keyboard.
    package static let keyboardDisplay = IOCapability(rawValue: 4)
}

/// A default parameter of the kernel; the unit of the value depends on the kind.
package struct SystemParameter: Hashable, Sendable {
    package let kind: UInt16
    package let value: UInt16

    package init(kind: UInt16, value: UInt16) {
        self.kind = kind
        self.value = value
    }

    /// Returns the minimum advertising interval, in units of 0.625 ms.
    package static func shortestAdvertisingInterval(_ value: UInt16) -> SystemParameter {
        SystemParameter(kind: 0x000A, value: value)
    }

    /// Returns the maximum advertising interval, in units of 0.625 ms.
    package static func longestAdvertisingInterval(_ value: UInt16) -> SystemParameter {
        SystemParameter(kind: 0x000B, value: value)
    }
}

/// Command for the kernel's Bluetooth management; its description contains no secret.
package enum ManagementCommand: Hashable, Sendable {
    case readIndexList
    case readControllerInfo
    case setPowered(Bool)
    case setBondable(Bool)
    case setLowEnergy(Bool)
    case setBREDR(Bool)
    case setLocalName(String)
    case setIOCapability(IOCapability)
    case setSecureConnections(SecureConnections)
    /// Sets privacy with the host's own key of 16 bytes, or disables it. Limited privacy shows the
    /// identity address while phones can both find the host and pair.
    case setPrivacy(key: [UInt8]?, isLimited: Bool = false)
    case loadLongTermKeys([LongTermKey])
    case loadIdentityResolvingKeys([IdentityResolvingKey])
    case disconnect(PeerAddress)
    case unpair(PeerAddress, disconnect: Bool)
    case confirm(PeerAddress, Bool)
    /// Number that the user has read on the phone, or nil to refuse.
    case passkey(PeerAddress, UInt32?)
    case readConnectionInformation(PeerAddress)
    case readAdvertisingFeatures
    case addAdvertising(Advertisement)
    case removeAdvertising(instance: UInt8)
    case setDefaultSystemConfiguration([SystemParameter])
    /// Reports advertisements that match any pattern; adapters that cannot filter report all.
    case addAdvertisementMonitor([AdvertisementPattern])
    /// Handle of the monitor; 0 removes all.
    case removeAdvertisementMonitor(UInt16)
    case addAdvertisingParameters(AdvertisingParameters)
    case addAdvertisingData(instance: UInt8, [UInt8])
}

/// Mode of Secure Connections.
package struct SecureConnections: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Legacy pairing only.
    package static let off = SecureConnections(rawValue: 0)
    /// Secure Connections if the peer supports it.
    package static let on = SecureConnections(rawValue: 1)
}

extension ManagementCommand: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// Opcode of the command, without its parameters.
    package var description: String { "command \(opcode)" }
    /// Same as `description`, for debuggers.
    package var debugDescription: String { description }
    /// Empty mirror, to hide secrets.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
