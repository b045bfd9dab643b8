@testable import KernelRadio

/// A peer and its keys, and their bytes on the wire.
enum KernelSample {
    static let peer = PeerAddress(
        BluetoothAddress(bytes: [0x01, 0x02, 0x03, 0x04, 0x05, 0xC6]), .randomLE)
    static let peerBytes = "01 02 03 04 05 C6 02"
    static let random: [UInt8] = [0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8]
    static let secret: [UInt8] = (0xA0...0xAF).map(\.self)

    static let longTermKey = LongTermKey(
        peer: peer, kind: .authenticatedP256, isCentral: true, size: 16, ediv: 0x1234,
        random: random, value: secret)
    static let identityKey = IdentityResolvingKey(peer: peer, value: secret)

    /// Address, kind of key, central, size, EDIV, random number, key.
    static let longTermKeyBytes =
        "\(peerBytes) 03 01 10 3412 E1E2E3E4E5E6E7E8 \(secretBytes)"
    static let secretBytes = "A0A1A2A3A4A5A6A7A8A9AAABACADAEAF"
}
