import Formats
import Notices

/// Encodes the input, of which the first two bytes choose the charset and the width.
func fuzzCharset(_ bytes: [UInt8]) {
    guard bytes.count >= 2 else { return }
    let charset = Charset.allCases[Int(bytes[0]) % Charset.allCases.count]
    let width = Int(bytes[1]) % 90
    let text = String(decoding: bytes.dropFirst(2), as: UTF8.self)

    let whole = charset.encode(text)
    check(whole, charset)
    let cut = charset.encode(text, width: width)
    check(cut, charset)
    require(columns(cut, charset) <= width, "a text is wider than its line")
    require((cut == whole) == (columns(whole, charset) <= width), "a text that fits was cut")
    if cut != whole {
        let mark = charset == .utf8 ? "…".utf8.count : 1
        require(whole.starts(with: cut.dropLast(mark)), "a text that is cut begins otherwise")
    }
    let field = charset.padded(text, to: width)
    require(field.starts(with: cut), "a field holds another text")
    require(columns(field, charset) == width, "a field has another width")

    // What is ASCII stays as it is, and any text says the same in parts.
    guard charset == .ascii || charset == .utf8 else { return }
    let shown = String(decoding: cut, as: UTF8.self)
    require(charset.encode(shown, width: width) == cut, "a text changes when encoded again")
    let twice = charset.encode("(\(text)) / (\(text))")
    let once = charset.encode("(\(text))")
    require(twice == once + Array(" / ".utf8) + once, "a text says something else in parts")
}

private func columns(_ bytes: [UInt8], _ charset: Charset) -> Int {
    charset == .utf8 ? String(decoding: bytes, as: UTF8.self).columns : bytes.count
}

/// No byte is a control to whatever reads this charset.
private func check(_ bytes: [UInt8], _ charset: Charset) {
    let isSafe = bytes.allSatisfy { byte in
        switch charset {
        case .ascii: (0x20...0x7E).contains(byte)
        case .latin1: (0x20...0x7E).contains(byte) || byte > 0xA0 && byte != 0xAD
        case .cp437: byte >= 0x20 && byte != 0x7F && byte != 0xFF
        case .utf8: byte >= 0x20 && byte != 0x7F
        }
    }
    require(isSafe, "a control has passed")
    guard charset == .utf8 else { return }
    // Only what cleaning keeps is left; tags are, where they name the region of a flag.
    let text = String(decoding: bytes, as: UTF8.self)
    let hazards = text.unicodeScalars.compactMap(\.hazard)
    require(hazards.allSatisfy { $0 == .tag }, "a hazard has passed")
    require(text.utf8.elementsEqual(bytes), "a text is no UTF-8")
    require(text.cleaned().utf8.elementsEqual(bytes), "a tag has passed")
}
