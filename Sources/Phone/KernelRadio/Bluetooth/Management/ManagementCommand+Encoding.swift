/// Number of a command in the kernel.
package struct ManagementOpcode: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }
}

extension ManagementOpcode: CustomStringConvertible {
    /// Number in hexadecimal, as in the documentation.
    package var description: String { "0x\(rawValue.hexadecimal)" }
}

extension ManagementCommand {
    /// Maximum number of keys or parameters of one command; the kernel accepts what fits into 64
    /// KiB.
    package static let listLimit = 1024

    package var opcode: ManagementOpcode {
        let number: UInt16 =
            switch self {
            case .readIndexList: 0x0003
            case .readControllerInfo: 0x0004
            case .setPowered: 0x0005
            case .setBondable: 0x0009
            case .setLowEnergy: 0x000D
            case .setLocalName: 0x000F
            case .loadLongTermKeys: 0x0013
            case .disconnect: 0x0014
            case .setIOCapability: 0x0018
            case .unpair: 0x001B
            case .confirm(_, let isConfirmed): isConfirmed ? 0x001C : 0x001D
            case .passkey(_, let passkey): passkey != nil ? 0x001E : 0x001F
            case .setBREDR: 0x002A
            case .setSecureConnections: 0x002D
            case .setPrivacy: 0x002F
            case .loadIdentityResolvingKeys: 0x0030
            case .readConnectionInformation: 0x0031
            case .readAdvertisingFeatures: 0x003D
            case .addAdvertising: 0x003E
            case .removeAdvertising: 0x003F
            case .setDefaultSystemConfiguration: 0x004C
            case .addAdvertisementMonitor: 0x0052
            case .removeAdvertisementMonitor: 0x0053
            case .addAdvertisingParameters: 0x0054
            case .addAdvertisingData: 0x0055
            }
        return ManagementOpcode(rawValue: number)
    }

    /// Bytes after the header.
    package var parameters: [UInt8] {
        switch self {
        case .readIndexList, .readControllerInfo, .readAdvertisingFeatures: []
        case .setPowered(let isOn), .setBondable(let isOn), .setLowEnergy(let isOn),
            .setBREDR(let isOn):
            [isOn ? 1 : 0]
        // A long name and a short one, each ended by a zero byte; the short one is empty.
        case .setLocalName(let name):
            name.utf8Prefix(ControllerInfo.nameLength - 1).sized(
                ControllerInfo.nameLength + ControllerInfo.shortNameLength)
        case .setIOCapability(let capability): [capability.rawValue]
        case .setSecureConnections(let mode): [mode.rawValue]
        case .setPrivacy(let key, let isLimited):
            [key == nil ? 0 : isLimited ? 2 : 1] + (key ?? []).sized(LongTermKey.valueLength)
        case .loadLongTermKeys(let keys): Self.list(keys, \.bytes)
        case .loadIdentityResolvingKeys(let keys): Self.list(keys, \.bytes)
        case .disconnect(let peer): peer.bytes
        case .unpair(let peer, let disconnects): peer.bytes + [disconnects ? 1 : 0]
        case .confirm(let peer, _): peer.bytes
        case .passkey(let peer, let passkey): peer.bytes + (passkey?.littleEndianBytes ?? [])
        case .readConnectionInformation(let peer): peer.bytes
        case .addAdvertisementMonitor(let patterns): AdvertisementPattern.bytes(of: patterns)
        case .removeAdvertisementMonitor(let number): number.littleEndianBytes
        case .addAdvertisingParameters(let parameters): parameters.bytes
        case .addAdvertisingData(let instance, let data):
            // The second length is that of a scan response, which is absent.
            [instance, UInt8(clamping: data.count), 0] + data.prefix(Int(UInt8.max))
        case .addAdvertising(let advertisement): advertisement.bytes
        case .removeAdvertising(let instance): [instance]
        case .setDefaultSystemConfiguration(let parameters):
            parameters.prefix(Self.listLimit).flatMap { parameter in
                parameter.kind.littleEndianBytes + [2] + parameter.value.littleEndianBytes
            }
        }
    }

    /// Encoded message.
    package func bytes(to index: ControllerIndex) -> [UInt8] {
        let parameters = parameters
        // All commands are far shorter than the limit of two bytes.
        return opcode.rawValue.littleEndianBytes + index.rawValue.littleEndianBytes
            + UInt16(clamping: parameters.count).littleEndianBytes + parameters
    }

    private static func list<Entry>(
        _ entries: [Entry], _ bytes: (Entry) -> [UInt8]
    ) -> [UInt8] {
        let entries = entries.prefix(listLimit)
        return UInt16(clamping: entries.count).littleEndianBytes + entries.flatMap(bytes)
    }
}

extension PeerAddress {
    fileprivate var bytes: [UInt8] { address.bytes + [kind.rawValue] }
}

extension LongTermKey {
    fileprivate var bytes: [UInt8] {
        peer.bytes + [kind.rawValue, isCentral ? 1 : 0, size] + ediv.littleEndianBytes + random
            + value
    }
}

extension IdentityResolvingKey {
    fileprivate var bytes: [UInt8] { peer.bytes + value }
}

extension Advertisement {
    fileprivate var bytes: [UInt8] {
        let data = data.prefix(Int(UInt8.max))
        let scanResponse = scanResponse.prefix(Int(UInt8.max))
        return [instance] + flags.rawValue.littleEndianBytes + duration.littleEndianBytes
            + timeout.littleEndianBytes + [UInt8(data.count), UInt8(scanResponse.count)] + data
            + scanResponse
    }
}
