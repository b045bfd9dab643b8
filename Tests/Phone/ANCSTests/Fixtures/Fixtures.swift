/// Bytes that a real phone sent, or that are made after such; `README.md` says which.
enum Fixtures {
    /// Captured: added, negative action, social, nine of them, handle 0x37.
    static let capturedSourceValue: [UInt8] = [
        0x00, 0x10, 0x04, 0x09,  // event, flags, category, count
        0x37, 0x00, 0x00, 0x00,  // handle
    ]

    /// Made here, with the lengths and the order of a captured answer about a message.
    static let answerLikeCapture: [UInt8] =
        [0x00, 0x37, 0x00, 0x00, 0x00]
        + [0x00, 0x13, 0x00] + Array("com.apple.MobileSMS".utf8)
        + [0x01, 0x10, 0x00] + Array("Davidson Ro, Zoe".utf8)
        + [0x02, 0x00, 0x00]
        + [0x03, 0xC8, 0x00] + [UInt8](repeating: UInt8(ascii: "m"), count: 200)
        + [0x05, 0x0F, 0x00] + Array("20131105T181928".utf8)
}
