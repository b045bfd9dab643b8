extension JSONParser {
    /// Longest accepted number, in characters.
    private static let longestNumber = 1024

    /// Parses a string, from its opening quotation mark to its closing one.
    mutating func string() throws(JSONError) -> String {
        scanner.advance()
        var text: [UInt8] = []
        while let byte = scanner.next {
            switch byte {
            case UInt8(ascii: "\""):
                scanner.advance()
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                try escape(into: &text)
            case 0..<0x20:
                throw error("a control character in a string must be written as an escape")
            case 0x20..<0x80:
                scanner.takePlainCharacters(into: &text)
            default:
                guard scanner.takeMultibyteCharacter(into: &text) else {
                    throw error("the bytes here are not UTF-8")
                }
            }
        }
        throw error("the text ends inside a string")
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        let start = scanner.position
        scanner.advance()
        let plain: UInt8
        switch scanner.next {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): plain = scanner.next ?? 0
        case UInt8(ascii: "b"): plain = 0x08
        case UInt8(ascii: "f"): plain = 0x0C
        case UInt8(ascii: "n"): plain = 0x0A
        case UInt8(ascii: "r"): plain = 0x0D
        case UInt8(ascii: "t"): plain = 0x09
        case UInt8(ascii: "u"):
            scanner.advance()
            text += Array(String(try escapedScalar(startingAt: start)).utf8)
            return
        case nil: throw error("the text ends inside a string")
        default: throw error("this escape is not one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u")
        }
        text.append(plain)
        scanner.advance()
    }

    private mutating func escapedScalar(
        startingAt start: JSONPosition
    ) throws(JSONError) -> Unicode.Scalar {
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(UInt32(first)) { return scalar }
        let lone = JSONError(position: start, sentence: "a surrogate must be one half of a pair")
        guard (0xD800...0xDBFF).contains(first), scanner.take(all: "\\u") else { throw lone }
        let second = try codeUnit()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(
                0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
        else { throw lone }
        return scalar
    }

    private mutating func codeUnit() throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = scanner.next?.hexDigit else {
                throw error("four hexadecimal digits must follow \\u")
            }
            unit = unit << 4 | digit
            scanner.advance()
        }
        return unit
    }

    /// Parses a number; the first character is known to be a digit or a minus sign.
    mutating func number() throws(JSONError) -> JSONValue.Content {
        let start = scanner.mark
        let position = scanner.position
        _ = scanner.take(UInt8(ascii: "-"))
        if scanner.take(UInt8(ascii: "0")) {
            if scanner.next?.isDigit == true { throw error("a number must not begin with a zero") }
        } else {
            try digits()
        }
        var isInteger = true
        if scanner.take(UInt8(ascii: ".")) {
            isInteger = false
            try digits()
        }
        if scanner.take(UInt8(ascii: "e")) || scanner.take(UInt8(ascii: "E")) {
            isInteger = false
            if !scanner.take(UInt8(ascii: "+")) { _ = scanner.take(UInt8(ascii: "-")) }
            try digits()
        }
        guard scanner.mark - start <= Self.longestNumber else {
            throw JSONError(
                position: position,
                sentence: "a number must not be longer than \(Self.longestNumber) characters")
        }
        let text = scanner.text(since: start)
        if isInteger, let value = Int64(text) { return .integer(value) }
        if isInteger, let value = UInt64(text) { return .largeInteger(value) }
        guard let value = Double(text), value.isFinite else {
            throw JSONError(position: position, sentence: "this number is too large")
        }
        return .decimal(value)
    }

    private mutating func digits() throws(JSONError) {
        guard scanner.takeDigits() > 0 else { throw error("a digit must follow") }
    }
}
