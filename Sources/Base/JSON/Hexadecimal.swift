/// Hexadecimal text of bytes.
extension Sequence<UInt8> {
    /// Two digits for each byte.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        let text = flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}

extension JSONField {
    /// Returns the bytes of a string that has two hexadecimal digits for each byte, or throws.
    package func hexadecimal() throws(JSONError) -> [UInt8] {
        let digits = try string().utf8.map {
            Character(Unicode.Scalar($0)).hexDigitValue.map(UInt8.init)
        }
        guard digits.count.isMultiple(of: 2), !digits.contains(nil) else {
            throw error("must be pairs of hexadecimal digits")
        }
        let values = digits.compactMap(\.self)
        return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }
}
