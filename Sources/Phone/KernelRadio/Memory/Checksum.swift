/// CRC-32 as in Ethernet and ZIP; it detects damage, not manipulation.
enum Checksum {
    private static let polynomial: UInt32 = 0xEDB8_8320

    static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ polynomial }
        }
        return ~sum
    }
}
