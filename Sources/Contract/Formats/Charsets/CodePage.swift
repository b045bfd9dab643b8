/// The bytes above ASCII that a charset has characters for.
struct CodePage: Sendable {
    /// Nothing above ASCII.
    static let ascii = CodePage([])

    /// From 0xA1; 0x80 to 0x9F are controls, 0xA0 and 0xAD a space and a hyphen that may not show.
    static let latin1 = CodePage(
        (0xA1...0xFF).filter { $0 != 0xAD }.map { (Unicode.Scalar($0), $0) })

    /// From 0x80; 0xFF is a space, and the pictures below 0x20 are controls to whatever reads them.
    static let cp437 = CodePage(
        zip(
            """
            ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ\
            áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
            └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
            αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■
            """.unicodeScalars, UInt8(0x80)...))

    /// The characters of this charset above ASCII.
    let scalars: [Unicode.Scalar]
    private let bytes: [UInt32: UInt8]

    private init(_ entries: some Sequence<(Unicode.Scalar, UInt8)>) {
        scalars = entries.map(\.0)
        bytes = Dictionary(entries.map { ($0.value, $1) }) { first, _ in first }
    }

    /// The byte of a character, where the charset has it.
    func byte(of scalar: Unicode.Scalar) -> UInt8? {
        if scalar.isASCII { return UInt8(scalar.value) }
        return bytes.isEmpty ? nil : bytes[scalar.value]
    }
}
