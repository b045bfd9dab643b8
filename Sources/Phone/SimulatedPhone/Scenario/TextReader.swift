internal import JSON

/// Parser of texts and dates, which may be arbitrary bytes.
enum TextReader {
    /// Maximum length in bytes, because the length field of an attribute has 16 bits.
    private static let longestText = 65_535

    /// Parses a string, `{"repeat": TEXT, "bytes": LENGTH}`, or `{"hex": BYTES}`.
    static func bytes(_ field: JSONField) throws(JSONError) -> [UInt8] {
        let bytes: [UInt8]
        if field.isString {
            bytes = Array(try field.string().utf8)
        } else if field.isObject {
            let fields = try JSONFields(of: field, allowed: ["repeat", "bytes", "hex"])
            if let hex = fields["hex"] {
                guard fields.present(of: ["repeat", "bytes"]).isEmpty else {
                    throw field.error("must have either hex, or repeat and bytes")
                }
                bytes = try hexadecimal(hex)
            } else {
                bytes = try repeated(fields)
            }
        } else {
            throw field.wrongKind("a string or an object with repeat and bytes, or with hex")
        }
        guard bytes.count <= longestText else {
            throw field.error("must have at most \(longestText) bytes, not \(bytes.count)")
        }
        return bytes
    }

    private static func repeated(_ fields: JSONFields) throws(JSONError) -> [UInt8] {
        let textField = try fields.required("repeat")
        let text = Array(try textField.string().utf8)
        let count = try fields.required("bytes").integer(in: 1...longestText)
        guard !text.isEmpty else { throw textField.error("must not be empty") }
        return (0..<count).map { text[$0 % text.count] }
    }

    /// Parses pairs of hexadecimal digits, optionally separated by spaces.
    static func hexadecimal(_ field: JSONField) throws(JSONError) -> [UInt8] {
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in try field.string() {
            if character == " ", high == nil { continue }
            guard character.isASCII, let digit = character.hexDigitValue else {
                throw field.error("must be pairs of hexadecimal digits, with or without spaces")
            }
            if let first = high {
                bytes.append(first << 4 | UInt8(digit))
                high = nil
            } else {
                high = UInt8(digit)
            }
        }
        guard high == nil else { throw field.error("the last byte has only one digit") }
        return bytes
    }

    /// Parses `now`, an offset from now such as `-2h`, or any other text, which is sent unchanged.
    static func date(_ field: JSONField) throws(JSONError) -> NotificationText.Date {
        if field.isObject { return .text(try bytes(field)) }
        let text = try field.string()
        if text == "now" { return .now(movedBy: .zero) }
        guard let sign = text.first, sign == "-" || sign == "+" else {
            return .text(try bytes(field))
        }
        guard let seconds = secondsByUnit[text.last ?? " "],
            let number = Int(text.dropFirst().dropLast()), (0...99_999).contains(number),
            text.dropFirst().first?.isNumber == true
        else { throw field.error("must be an offset such as -90s, -5m, +2h or -3d") }
        return .now(movedBy: .seconds(number * seconds * (sign == "-" ? -1 : 1)))
    }

    private static let secondsByUnit: [Character: Int] = [
        "s": 1, "m": 60, "h": 3_600, "d": 86_400,
    ]
}
