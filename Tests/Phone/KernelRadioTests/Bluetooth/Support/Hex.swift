/// Bytes written as hexadecimal digits, in groups as one likes.
func hex(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var digits = text.filter { $0 != " " }[...]
    while let high = digits.popFirst()?.hexDigitValue, let low = digits.popFirst()?.hexDigitValue {
        bytes.append(UInt8(high << 4 | low))
    }
    return bytes
}

/// Bytes as hexadecimal digits, for messages that can be read.
func hexText(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
}
