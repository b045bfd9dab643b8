@testable import KernelRadio

/// Adapters, phones, keys and bonds as tests need them.
enum Sample {
    static let hci0 = ControllerIndex(rawValue: 0)
    static let hci1 = ControllerIndex(rawValue: 1)

    static let adapter = address(0x00, 0x10)
    static let otherAdapter = address(0x00, 0x11)

    static let ann = PeerAddress(address(0xC0, 0xA1), .randomLE)
    static let bob = PeerAddress(address(0xC0, 0xB0), .randomLE)
    /// An address that tells nobody who it is.
    static let private1 = PeerAddress(address(0x40, 0x01), .randomLE)
    static let private2 = PeerAddress(address(0x40, 0x02), .randomLE)

    static let encrypted = LinkSecurity(level: .medium, keySize: 16, mode: [.encrypted])
    static let authenticated = LinkSecurity(level: .high, keySize: 16, mode: [.encrypted])
    static let unencrypted = LinkSecurity(level: .high, keySize: 0, mode: [])

    static func address(_ high: UInt8, _ low: UInt8) -> BluetoothAddress {
        BluetoothAddress(bytes: [low, 0x55, 0x44, 0x33, 0x22, high])
    }

    /// An adapter that is on or off.
    static func controller(
        _ address: BluetoothAddress = adapter, isOn: Bool = false,
        supported: ControllerSettings = [
            .powered, .lowEnergy, .bredr, .secureConnections, .privacy,
        ],
        current: ControllerSettings = [.bredr, .lowEnergy, .bondable]
    ) -> ControllerInfo {
        ControllerInfo(
            address: address, supported: supported,
            current: isOn ? current.union(.powered) : current)
    }

    /// A key, all of whose bytes are this one.
    static func key(
        _ peer: PeerAddress = ann, _ kind: LongTermKeyKind = .authenticatedP256,
        isCentral: Bool = false, size: UInt8 = 16, byte: UInt8 = 0x5A
    ) -> LongTermKey? {
        LongTermKey(
            peer: peer, kind: kind, isCentral: isCentral, size: size, ediv: 0x1234,
            random: [UInt8](repeating: byte, count: LongTermKey.randomLength),
            value: [UInt8](repeating: byte, count: LongTermKey.valueLength))
    }

    static func identityKey(
        _ peer: PeerAddress = ann, byte: UInt8 = 0x6B
    ) -> IdentityResolvingKey? {
        IdentityResolvingKey(
            peer: peer, value: [UInt8](repeating: byte, count: LongTermKey.valueLength))
    }

    /// A bond as pairing with a number makes it.
    static func bond(
        _ peer: PeerAddress = ann, on adapter: BluetoothAddress = adapter,
        _ kind: LongTermKeyKind = .authenticatedP256, byte: UInt8 = 0x5A
    ) -> Bond {
        Bond(
            adapter: adapter, peer: peer, keys: [key(peer, kind, byte: byte)].compactMap(\.self),
            identityKey: identityKey(peer))
    }
}
