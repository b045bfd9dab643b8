internal import Formats
internal import Linux

/// Sentences of NMEA 0183: `$`, fields between commas, `*`, a checksum, CR LF.
enum NMEASentence {
    /// Maximum length of a sentence, including `$` and CR LF.
    static let longest = 82
    /// Bytes of a sentence besides its fields: `$`, `*`, the checksum and the end.
    private static let frame = 6
    /// Limit of sentences for a text, which is cut if it needs more.
    static let limit = 9

    /// Returns a sentence of fields that need no escape.
    static func sentence(_ fields: [String]) -> [UInt8] {
        framed(Array(fields.joined(separator: ",").utf8))
    }

    /// Returns a text in as many sentences as it needs.
    ///
    /// Each has the type, the number of sentences, its own number, the fields, and a part of the
    /// text.
    static func sentences(
        _ type: String, _ fields: [String], text: String, charset: Charset, width: Int?
    ) -> [UInt8] {
        let head = ([type, "9", "9"] + fields).joined(separator: ",").utf8.count + 1
        let room = longest - frame - head
        var columns = min(width ?? .max, limit * room)
        var parts = parts(of: charset.encode(text, width: columns), charset, room)
        // Escapes take more room than the characters they stand for.
        while parts.count > limit {
            columns = columns * limit / parts.count
            parts = Self.parts(of: charset.encode(text, width: columns), charset, room)
        }
        return parts.indices.flatMap { index in
            let start = [type, "\(parts.count)", "\(index + 1)"] + fields
            return framed(Array(start.joined(separator: ",").utf8) + [comma] + parts[index])
        }
    }

    /// Splits the text into escaped parts up to a number of bytes, without splitting characters or
    /// their escapes.
    private static func parts(of text: [UInt8], _ charset: Charset, _ room: Int) -> [[UInt8]] {
        var parts: [[UInt8]] = [[]]
        var character: [UInt8] = []
        func add() {
            let count = (parts.last?.count ?? 0) + character.count
            if count > room { parts.append([]) }
            parts[parts.count - 1] += character
            character = []
        }
        for byte in text {
            let isContinuation = charset == .utf8 && byte & 0b1100_0000 == 0b1000_0000
            if !isContinuation { add() }
            character += escaped(byte)
        }
        add()
        return parts
    }

    /// Returns a byte as it may occur in a field: reserved and non-ASCII bytes become `^` and two
    /// hexadecimal digits.
    private static func escaped(_ byte: UInt8) -> [UInt8] {
        let isPlain = (0x20...0x7D).contains(byte) && !"$*,!\\^".utf8.contains(byte)
        return isPlain ? [byte] : [UInt8(ascii: "^")] + hexadecimal(byte)
    }

    private static func framed(_ body: [UInt8]) -> [UInt8] {
        let checksum = body.reduce(0, ^)
        return [UInt8(ascii: "$")] + body + [UInt8(ascii: "*")] + hexadecimal(checksum)
            + [0x0D, 0x0A]
    }

    private static func hexadecimal(_ byte: UInt8) -> [UInt8] {
        Array(Int(byte).padded(to: 2, radix: 16).uppercased().utf8)
    }

    private static let comma = UInt8(ascii: ",")
}
