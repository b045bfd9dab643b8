import JSON

/// Bytes as two digits each, for files.
enum Hex {
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count < 2 ? "0" + digits : digits
        }.joined()
    }

    /// Reads so many bytes.
    static func bytes(of field: JSONField, _ count: Int) throws(JSONError) -> [UInt8] {
        let digits = try field.string().map(\.hexDigitValue)
        guard digits.count == 2 * count, !digits.contains(nil) else {
            throw field.error("must be \(2 * count) hexadecimal digits")
        }
        let values = digits.compactMap(\.self)
        return (0..<count).map { UInt8(values[2 * $0] << 4 | values[2 * $0 + 1]) }
    }
}
