/// Why a link is gone, in the kernel's numbers.
package struct DisconnectReason: RawRepresentable, Hashable, Sendable {
    /// The number itself, also of one without a name here.
    package let rawValue: UInt8

    /// Any number is one, also one without a name here.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The kernel does not know.
    package static let unspecified = DisconnectReason(rawValue: 0)
    /// The peer was not heard any more.
    package static let timedOut = DisconnectReason(rawValue: 1)
    /// This host has ended it.
    package static let endedHere = DisconnectReason(rawValue: 2)
    /// The peer has ended it.
    package static let endedByPeer = DisconnectReason(rawValue: 3)
    /// The keys of the two do not fit.
    package static let authenticationFailed = DisconnectReason(rawValue: 4)
    /// This host went to sleep.
    package static let suspended = DisconnectReason(rawValue: 5)
}

extension DisconnectReason: CustomStringConvertible {
    /// The same in words, for messages.
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

/// How a link began.
package struct ConnectionFlags: OptionSet, Hashable, Sendable {
    /// The number itself, also of one without a name here.
    package let rawValue: UInt32

    /// Any number is one, also one without a name here.
    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The peer can pair in the old way alone.
    package static let legacyPairing = ConnectionFlags(rawValue: 1 << 1)
    /// This host has made it.
    package static let initiatedHere = ConnectionFlags(rawValue: 1 << 3)
}

/// Which event, in the kernel's numbers.
package struct ManagementEventCode: RawRepresentable, Hashable, Sendable {
    /// The number itself, also of one without a name here.
    package let rawValue: UInt16

    /// Any number is one, also one without a name here.
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    static let commandComplete = ManagementEventCode(rawValue: 0x0001)
    static let commandStatus = ManagementEventCode(rawValue: 0x0002)
}

extension ManagementEventCode: CustomStringConvertible {
    /// The same in words, for messages.
    package var description: String { "0x\(rawValue.hexadecimal)" }
}

/// What the kernel tells of an adapter without being asked.
package enum ManagementEvent: Hashable, Sendable {
    case indexAdded
    case indexRemoved
    case newSettings(ControllerSettings)
    /// The hint says whether the peer wants to be known again.
    case newLongTermKey(storeHint: Bool, LongTermKey)
    /// The address is the one that the peer had until now; zero where that is its identity.
    case newIdentityResolvingKey(
        storeHint: Bool, resolvable: BluetoothAddress, IdentityResolvingKey)
    case deviceConnected(PeerAddress, flags: ConnectionFlags)
    case deviceDisconnected(PeerAddress, reason: DisconnectReason)
    /// With the hint a person only says yes or no, and there is no number to compare.
    case confirmationRequest(PeerAddress, hint: Bool, value: UInt32)
    case passkeyRequest(PeerAddress)
    case passkeyNotify(PeerAddress, passkey: UInt32, entered: UInt8)
    case authenticationFailed(PeerAddress, ManagementStatus)
    case advertisingRemoved(UInt8)
    /// Somebody who has no link sends this to everybody.
    case deviceFound(FoundDevice)
    /// One of no concern to this program.
    case unknown(ManagementEventCode)
}

extension ManagementEvent {
    /// Reads an event; bytes behind its fields are passed over, as a later kernel may have added some.
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
        case 0x002F:
            // Which monitor it matched: none, where the adapter does not look for patterns itself.
            _ = try reader.readUInt16()
            self = .deviceFound(try reader.readFoundDevice())
        default: self = .unknown(code)
        }
    }
}

extension ManagementReader {
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
