/// What a person can do at this host to pair, as phones are told.
package struct IOCapability: RawRepresentable, Hashable, Sendable {
    /// The number itself, also of one without a name here.
    package let rawValue: UInt8

    /// Any number is one, also one without a name here.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// It can show a number.
    package static let displayOnly = IOCapability(rawValue: 0)
    /// It can show a number and be told yes or no.
    package static let displayYesNo = IOCapability(rawValue: 1)
    /// It can do nothing of all that.
    package static let noInputNoOutput = IOCapability(rawValue: 3)
    /// It can show a number, and somebody can type at it.
    package static let keyboardDisplay = IOCapability(rawValue: 4)
}

/// Something that the kernel does by default, in a number of its own unit.
package struct SystemParameter: Hashable, Sendable {
    /// Which parameter it is.
    package let kind: UInt16
    /// What it becomes.
    package let value: UInt16

    /// A parameter of the adapter with its new value.
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
    /// With the host's own key of 16 bytes, or none to stop. Limited privacy shows the lasting address while phones can
    /// both find the host and pair.
    case setPrivacy(key: [UInt8]?, isLimited: Bool = false)
    case loadLongTermKeys([LongTermKey])
    case loadIdentityResolvingKeys([IdentityResolvingKey])
    case disconnect(PeerAddress)
    case unpair(PeerAddress, disconnect: Bool)
    case confirm(PeerAddress, Bool)
    /// The number that a person has read on the phone, or none to refuse.
    case passkey(PeerAddress, UInt32?)
    case readConnectionInformation(PeerAddress)
    case readAdvertisingFeatures
    case addAdvertising(Advertisement)
    case removeAdvertising(instance: UInt8)
    case setDefaultSystemConfiguration([SystemParameter])
    /// Hears what matches any of these, with what the adapter lets through beside it.
    case addAdvertisementMonitor([AdvertisementPattern])
    /// With the number 0 all of them.
    case removeAdvertisementMonitor(UInt16)
    case addAdvertisingParameters(AdvertisingParameters)
    case addAdvertisingData(instance: UInt8, [UInt8])
}

/// Whether pairing uses keys of elliptic curves.
package struct SecureConnections: RawRepresentable, Hashable, Sendable {
    /// The number itself, also of one without a name here.
    package let rawValue: UInt8

    /// Any number is one, also one without a name here.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// It pairs in the old way alone.
    package static let off = SecureConnections(rawValue: 0)
    /// It pairs in the newer way where the peer can.
    package static let on = SecureConnections(rawValue: 1)
}

extension ManagementCommand: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// Which command it is, and nothing of what it carries.
    package var description: String { "command \(opcode)" }
    /// The same, for debuggers.
    package var debugDescription: String { description }
    /// Shows nobody what is inside.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
