/// Mapping between the non-ASCII characters of a charset and their bytes.
struct CodePage: Sendable {
    /// No characters above ASCII.
    static let ascii = CodePage([])

    /// From 0xA1; 0x80 to 0x9F are controls, 0xA0 and 0xAD a space and a hyphen that may be invisible.
    static let latin1 = CodePage(
        (0xA1...0xFF).filter { $0 != 0xAD }.map { (Unicode.Scalar($0), $0) })

    /// From 0x80; 0xFF is a space, and devices treat the symbols below 0x20 as controls.
    static let cp437 = CodePage(
        zip(
            """
            ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ\
            áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
            └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
            αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■
            """.unicodeScalars, UInt8(0x80)...))

    /// Non-ASCII characters of this charset.
    let scalars: [Unicode.Scalar]
    private let bytes: [UInt32: UInt8]

    private init(_ entries: some Sequence<(Unicode.Scalar, UInt8)>) {
        scalars = entries.map(\.0)
        bytes = Dictionary(entries.map { ($0.value, $1) }) { first, _ in first }
    }

    /// Returns the byte of a character; nil if the charset lacks it.
    func byte(of scalar: Unicode.Scalar) -> UInt8? {
        if scalar.isASCII { return UInt8(scalar.value) }
        return bytes.isEmpty ? nil : bytes[scalar.value]
    }
}
