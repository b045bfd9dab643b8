import Formats

/// The device at the other end of the line: what it shows for bytes, and which it must never get.
enum FarSide {
    /// What is shown, or nil where a byte is no character there.
    static func shown(_ bytes: [UInt8], _ charset: Charset) -> String? {
        if charset == .utf8 { return String(validating: bytes, as: UTF8.self) }
        var text = String.UnicodeScalarView()
        for byte in bytes {
            guard let scalar = scalar(byte, charset) else { return nil }
            text.append(scalar)
        }
        return String(text)
    }

    /// Bytes that do something instead of showing something, found without the code that encodes.
    static func controls(in bytes: [UInt8], _ charset: Charset) -> [UInt8] {
        guard charset == .utf8 else {
            return bytes.filter { scalar($0, charset) == nil }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let isHarmful = text.unicodeScalars.contains { scalar in
            scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
                || (0x2028...0x2029).contains(scalar.value)
        }
        return isHarmful ? bytes : bytes.filter { $0 < 0x20 || $0 == 0x7F }
    }

    private static func scalar(_ byte: UInt8, _ charset: Charset) -> Unicode.Scalar? {
        switch (charset, byte) {
        case (_, 0x20...0x7E): Unicode.Scalar(byte)
        // 0xA0 is a space that some devices do not show as one, 0xAD a hyphen that comes and goes.
        case (.latin1, 0xA1...0xAC), (.latin1, 0xAE...0xFF): Unicode.Scalar(byte)
        case (.cp437, 0x80...0xFE): Unicode.Scalar(PythonCP437.scalars[Int(byte)])
        default: nil
        }
    }
}
