/// What a person can do at this host to pair, as phones are told.
package struct IOCapability: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let displayOnly = IOCapability(rawValue: 0)
    package static let displayYesNo = IOCapability(rawValue: 1)
    package static let keyboardOnly = IOCapability(rawValue: 2)
    package static let noInputNoOutput = IOCapability(rawValue: 3)
    package static let keyboardDisplay = IOCapability(rawValue: 4)
}

/// Something that the kernel does by default, in a number of its own unit.
package struct SystemParameter: Hashable, Sendable {
    package let kind: UInt16
    package let value: UInt16

    package init(kind: UInt16, value: UInt16) {
        self.kind = kind
        self.value = value
    }

    /// The shortest time between two advertisements, in units of 0.625 ms.
    package static func shortestAdvertisingInterval(_ value: UInt16) -> SystemParameter {
        SystemParameter(kind: 0x000A, value: value)
    }

    /// The longest time between two advertisements, in units of 0.625 ms.
    package static func longestAdvertisingInterval(_ value: UInt16) -> SystemParameter {
        SystemParameter(kind: 0x000B, value: value)
    }
}

/// What the kernel's Bluetooth can be told to do; its description tells no secret.
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
    /// With the host's own key of 16 bytes, or none to stop.
    case setPrivacy(key: [UInt8]?)
    case loadLongTermKeys([LongTermKey])
    case loadIdentityResolvingKeys([IdentityResolvingKey])
    case disconnect(PeerAddress)
    case unpair(PeerAddress, disconnect: Bool)
    case confirm(PeerAddress, Bool)
    /// The number that a person has read on the phone, or none to refuse.
    case passkey(PeerAddress, UInt32?)
    case addAdvertising(Advertisement)
    case removeAdvertising(instance: UInt8)
    case setDefaultSystemConfiguration([SystemParameter])
}

/// Whether pairing uses keys of elliptic curves.
package struct SecureConnections: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let off = SecureConnections(rawValue: 0)
    package static let on = SecureConnections(rawValue: 1)
}

extension ManagementCommand: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    package var description: String { "command \(opcode)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
