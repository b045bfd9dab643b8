import Notices

/// Looks for a code in the input: a title, a zero, and a message.
func fuzzCode(_ bytes: [UInt8]) {
    let title = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    let message = String(decoding: bytes.drop { $0 != 0 }.dropFirst(), as: UTF8.self)
    guard let code = OneTimeCode(title: title, message: message) else { return }
    let signs = code.text.filter { $0 != "-" }
    require((3...12).contains(signs.count), "a code has no length of one")
    require(
        signs.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }, "a code cannot be typed")
    require(
        OneTimeCode(title: title, message: message) == code, "a text brings two different codes")
    for text in [title, message] {
        let masked = code.masked(in: text)
        require(
            masked.unicodeScalars.count == text.unicodeScalars.count,
            "a mask has a length of its own")
        require(code.masked(in: masked) == masked, "a mask leaves a code")
    }
}
