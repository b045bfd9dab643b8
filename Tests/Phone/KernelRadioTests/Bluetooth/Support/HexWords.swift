/// Bytes as hexadecimal digits with a space between two, for messages that can be read.
func hexWords(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
}
