import Support

/// Texts that are the same in every run: picks of what is known for trouble, of any script, and
/// words that need no change.
struct Trouble {
    private var random: RepeatableRandom

    init(seed: UInt64) {
        random = RepeatableRandom(seed: seed)
    }

    mutating func text(upTo length: Int = 24) -> String {
        (0..<Int.random(in: 0...length, using: &random)).map { _ in piece() }.joined()
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &random)
    }

    private mutating func piece() -> String {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: String(scalar(in: 0...0x2FFF))
        case 1: String(scalar(in: 0...0x1FFFF))
        case 2: Self.texts.randomElement(using: &random) ?? ""
        default: String(scalar(in: 0x20...0x7E))
        }
    }

    private mutating func scalar(in range: ClosedRange<UInt32>) -> Unicode.Scalar {
        Unicode.Scalar(UInt32.random(in: range, using: &random)) ?? "\u{FFFD}"
    }

    private static let texts = [
        " ", "  ", "\u{A0}", "\u{3000}", "\u{1B}[2J", "\u{1B}]0;x\u{7}", "\u{9B}31m", "\u{11}",
        "\u{13}", "\u{0}", "\r\n", "\t", "\u{7F}", "\u{85}", "\u{2028}", "\u{202E}", "\u{2066}",
        "\u{200D}", "\u{200B}", "\u{FE0F}", "\u{301}", "\u{308}", "\u{20E3}", "\u{FEFF}",
        "e\u{301}\u{323}\u{308}", "a" + String(repeating: "\u{489}", count: 30), "👩🏽‍🚒", "👨‍👩‍👧",
        "👍🏿", "❤️", "❤️❤️", "😂", "🦩", "🇩🇪", "🇺",
        "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
        "1️⃣", "½", "€", "²", "°", "Щ", "ський", "ъ", "ї", "љ", "Ω", "μ", "µ", "αυ", "Μπ", "ß", "Æ",
        "ẞ",
        "日本", "、", "。", "한국", "שלום", "سلام", "؟", "\u{600}1", "ก\u{E33}", "क्षि",
        "\u{1100}\u{1161}\u{11A8}",
        "\u{F8FF}", "\u{212A}", "\u{2126}", "(heart)", "?", "~", "…", "A", "a", "z", "5",
        "\u{10FFFF}",
    ]
}
