/// Reason of a disconnection, in the kernel's numbers.
package struct DisconnectReason: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let unspecified = DisconnectReason(rawValue: 0)
    /// The peer was no longer received.
    package static let timedOut = DisconnectReason(rawValue: 1)
    package static let endedHere = DisconnectReason(rawValue: 2)
    package static let endedByPeer = DisconnectReason(rawValue: 3)
    /// The keys of the two sides do not match.
    package static let authenticationFailed = DisconnectReason(rawValue: 4)
    /// This host was suspended.
    package static let suspended = DisconnectReason(rawValue: 5)
}

extension DisconnectReason: CustomStringConvertible {
    /// Text for messages.
    package var description: String {
        switch self {
        case .unspecified: "for no known reason"
        case .timedOut: "it was out of reach"
        case .endedHere: "this host ended it"
        case .endedByPeer: "the peer ended it"
        case .authenticationFailed: "authentication failed"
        case .suspended: "this host was suspended"
        default: "reason \(rawValue)"
        }
    }
}

/// Properties of a new link.
package struct ConnectionFlags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The peer supports only legacy pairing.
    package static let legacyPairing = ConnectionFlags(rawValue: 1 << 1)
    /// This host has established the link.
    package static let initiatedHere = ConnectionFlags(rawValue: 1 << 3)
}

/// Number of an event in the kernel.
package struct ManagementEventCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    static let commandComplete = ManagementEventCode(rawValue: 0x0001)
    static let commandStatus = ManagementEventCode(rawValue: 0x0002)
}

extension ManagementEventCode: CustomStringConvertible {
    /// Number in hexadecimal, for messages.
    package var description: String { "0x\(rawValue.hexadecimal)" }
}

/// Event of an adapter from the kernel.
package enum ManagementEvent: Hashable, Sendable {
    case indexAdded
    case indexRemoved
    case newSettings(ControllerSettings)
    /// The hint is true if the peer requests a bond.
    case newLongTermKey(storeHint: Bool, LongTermKey)
    /// The address is the previous one of the peer; zero if that is its identity address.
    case newIdentityResolvingKey(
        storeHint: Bool, resolvable: BluetoothAddress, IdentityResolvingKey)
    case deviceConnected(PeerAddress, flags: ConnectionFlags)
    case deviceDisconnected(PeerAddress, reason: DisconnectReason)
    /// With the hint, the user only confirms or refuses, without a number to compare.
    case confirmationRequest(PeerAddress, hint: Bool, value: UInt32)
    case passkeyRequest(PeerAddress)
    case passkeyNotify(PeerAddress, passkey: UInt32, entered: UInt8)
    case authenticationFailed(PeerAddress, ManagementStatus)
    case advertisingRemoved(UInt8)
    /// An advertisement of a device was received.
    case deviceFound(FoundDevice)
    /// An event that this program does not use.
    case unknown(ManagementEventCode)
}

extension ManagementEvent {
    /// Parses an event; bytes after the known fields are ignored, because a later kernel may have
    /// added some.
    init(
        _ code: ManagementEventCode, parsing bytes: [UInt8]
    ) throws(ManagementFormatError) {
        var reader = ManagementReader(bytes)
        switch code.rawValue {
        case 0x0004: self = .indexAdded
        case 0x0005: self = .indexRemoved
        case 0x0006: self = .newSettings(.init(rawValue: try reader.readUInt32()))
        case 0x000A:
            self = .newLongTermKey(
                storeHint: try reader.readBool(), try reader.readLongTermKey())
        case 0x000B:
            self = .deviceConnected(
                try reader.readPeer(), flags: .init(rawValue: try reader.readUInt32()))
        case 0x000C:
            self = .deviceDisconnected(
                try reader.readPeer(), reason: .init(rawValue: try reader.readUInt8()))
        case 0x000F:
            self = .confirmationRequest(
                try reader.readPeer(), hint: try reader.readBool(),
                value: try reader.readUInt32())
        case 0x0010: self = .passkeyRequest(try reader.readPeer())
        case 0x0011:
            self = .authenticationFailed(
                try reader.readPeer(), .init(rawValue: try reader.readUInt8()))
        case 0x0012: self = .deviceFound(try reader.readFoundDevice())
        case 0x0017:
            self = .passkeyNotify(
                try reader.readPeer(), passkey: try reader.readUInt32(),
                entered: try reader.readUInt8())
        case 0x0018:
            self = .newIdentityResolvingKey(
                storeHint: try reader.readBool(), resolvable: try reader.readAddress(),
                try reader.readIdentityResolvingKey())
        case 0x0024: self = .advertisingRemoved(try reader.readUInt8())
        case 0x002F: self = .deviceFound(try reader.readMonitoredDevice())
        default: self = .unknown(code)
        }
    }
}

extension ManagementReader {
    fileprivate mutating func readMonitoredDevice() throws(ManagementFormatError) -> FoundDevice {
        // Handle of the matching monitor; zero if the adapter does not filter.
        _ = try readUInt16()
        return try readFoundDevice()
    }

    fileprivate mutating func readLongTermKey() throws(ManagementFormatError) -> LongTermKey {
        let key = LongTermKey(
            peer: try readPeer(), kind: LongTermKeyKind(rawValue: try readUInt8()),
            isCentral: try readBool(), size: try readUInt8(), ediv: try readUInt16(),
            random: try readBytes(LongTermKey.randomLength),
            value: try readBytes(LongTermKey.valueLength))
        guard let key else { throw .truncated }
        return key
    }

    fileprivate mutating func readIdentityResolvingKey() throws(ManagementFormatError)
        -> IdentityResolvingKey
    {
        let peer = try readPeer()
        let value = try readBytes(LongTermKey.valueLength)
        guard let key = IdentityResolvingKey(peer: peer, value: value) else { throw .truncated }
        return key
    }
}
