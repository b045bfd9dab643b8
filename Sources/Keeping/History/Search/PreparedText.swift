/// Text prepared for the index, which knows only words between spaces and no symbols.
///
/// Characters of scripts without spaces become separate words. Symbols become private-use
/// characters, which count as letters. Some letters are replaced by their common transcription. The
/// rules are part of the file format, because removing words from the index requires the same
/// words.
struct PreparedText: Sendable {
    /// Range of unchanged bytes, or one replaced character.
    struct Piece: Sendable {
        let original: Range<Int>
        let start: Int
        let isPlain: Bool
    }

    private(set) var bytes: [UInt8] = []
    private(set) var pieces: [Piece] = []

    init(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            if unsafe utf8.allSatisfy({ $0 < 0x80 }) {
                bytes = unsafe Array(utf8)
                pieces = [Piece(original: 0..<bytes.count, start: 0, isPlain: true)]
            }
        }
        if pieces.isEmpty { take(text) }
    }

    private mutating func take(_ text: String) {
        var offset = 0
        var plainStart = 0
        for scalar in text.unicodeScalars {
            let end = offset + UTF8.width(scalar)
            if let other = Self.replacement(for: scalar) {
                endPlain(plainStart..<offset)
                pieces.append(
                    Piece(original: offset..<end, start: bytes.count, isPlain: false))
                bytes += other.utf8
                plainStart = end
            } else {
                bytes += String(scalar).utf8
            }
            offset = end
        }
        endPlain(plainStart..<offset)
    }

    private mutating func endPlain(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        pieces.append(
            Piece(original: range, start: bytes.count - range.count, isPlain: true))
    }

    /// Returns the range in the original text of a range in `bytes`.
    func original(of range: Range<Int>) -> Range<Int> {
        guard let first = piece(at: range.lowerBound), let last = piece(at: range.upperBound - 1)
        else { return 0..<0 }
        let start =
            first.isPlain
            ? first.original.lowerBound + range.lowerBound - first.start
            : first.original.lowerBound
        let end =
            last.isPlain
            ? last.original.lowerBound + range.upperBound - last.start : last.original.upperBound
        return start..<max(start, end)
    }

    private func piece(at position: Int) -> Piece? {
        var (low, high) = (0, pieces.count)
        while low < high {
            let middle = (low + high) / 2
            if pieces[middle].start <= position { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? pieces[low - 1] : nil
    }

    /// Returns the replacement of a character in the index; nil if it is unchanged.
    private static func replacement(for scalar: Unicode.Scalar) -> String? {
        let value = scalar.value
        guard value >= 0xA2 else { return nil }
        if let letters = letters[scalar] { return letters }
        switch value {
        case 0xA2...0xA5, 0xA9, 0xAE, 0xB0, 0x20A0...0x20CF, 0x2122, 0x2190...0x2BFF, 0x3030,
            0x303D, 0x3297, 0x3299:
            return alone(0xF0000 + value)
        case 0x1F000...0x1FBFF: return alone(0xFF000 + value - 0x1F000)
        // Thai, Lao, Myanmar, Khmer, ideographs, kana, bopomofo and Hangul.
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0x2FDF, 0x3005...0x3007,
            0x3040...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF,
            0xFF66...0xFF9F, 0x1B000...0x1B16F, 0x20000...0x3FFFF:
            return alone(value)
        // Full-width letters and digits.
        case 0xFF01...0xFF5E: return Unicode.Scalar(value - 0xFEE0).map { String($0) }
        default: return nil
        }
    }

    private static func alone(_ value: UInt32) -> String? {
        Unicode.Scalar(value).map { " \($0) " }
    }

    /// Letters that are not decomposable, with their common transcription.
    private static let letters: [Unicode.Scalar: String] = [
        "ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o",
        "ł": "l", "Ł": "l", "đ": "d", "Đ": "d", "ð": "d", "Ð": "d", "þ": "th", "Þ": "th",
        "ı": "i", "ħ": "h", "Ħ": "h",
    ]
}
