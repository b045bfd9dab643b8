import Expecting
import Testing

@testable import Formats

/// A text that is cut is read no farther than its cut, and nothing else comes of it.
struct EarlyEndTests {
    /// Texts that put off their end, in bytes of a stranger's choice.
    private static let hostile = [
        "日 ", "日本", "🦩 ", "🦩", " ", "\u{301}", "a\u{301}\u{302}", "👩\u{200D}", "🇩", "\u{600}",
        "\u{1F3F4}\u{E0067}\u{E0062}", "²", "₂", "5·", "·", "ЩА", "Щ", "ъ", "αυ", "\r\n",
        "\u{200B}",
        "❤️ ", "、", "½", "1\u{20E3}", "\u{1100}", "क्", "A", "z ", "①",
    ]

    private static let tails = ["", " ", "x", "ського", "⁴", "⁄₂", "\u{301}", "3€", "日"]

    @Test(arguments: Charset.allCases)
    func `a hostile text is cut as if it had been read to its end`(_ charset: Charset) {
        for (number, unit) in Self.hostile.enumerated() {
            for count in [63, 64, 65, 66, 70, 128, 210] {
                let tail = Self.tails[(number + count) % Self.tails.count]
                let text = "Zoë " + String(repeating: unit, count: count) + "ж" + unit + tail
                compare(text, widths: [1, 4, 20], charset)
            }
        }
    }

    @Test(arguments: Charset.allCases)
    func `so is any text, and each of its beginnings`(_ charset: Charset) {
        var trouble = Trouble(seed: 0xEA51)
        for _ in 0..<40 { compare(trouble.text(upTo: 400), widths: [0, 1, 20, 80], charset) }
        let text = trouble.text(upTo: 200) + "Зеленський 2·10²³ λάμπα" + trouble.text(upTo: 200)
        let scalars = Array(text.unicodeScalars)
        for count in scalars.indices {
            compare(String(String.UnicodeScalarView(scalars[..<count])), widths: [20], charset)
        }
    }

    private func compare(_ text: String, widths: [Int], _ charset: Charset) {
        let whole = charset.pieces(of: text)
        for width in widths {
            var cut = whole
            cut.cut(to: width, mark: charset.mark)
            expect(charset.encode(text, width: width), is: cut.bytes, "\(width) \(text.count)")
        }
    }
}
