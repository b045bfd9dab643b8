/// Styled letters: full-width, enclosed, and mathematical alphabets, which occur in names.
enum Letterforms {
    /// First scalar of an alphabet, its number of letters, and its first letter.
    private static let alphabets: [(first: UInt32, count: UInt32, letter: UInt8)] = [
        (0x249C, 26, UInt8(ascii: "a")), (0x24B6, 26, UInt8(ascii: "A")),
        (0x24D0, 26, UInt8(ascii: "a")), (0xFF01, 94, UInt8(ascii: "!")),
        (0x1F110, 26, UInt8(ascii: "A")), (0x1F130, 26, UInt8(ascii: "A")),
        (0x1F150, 26, UInt8(ascii: "A")), (0x1F170, 26, UInt8(ascii: "A")),
        (0x1F1E6, 26, UInt8(ascii: "A")),
    ]

    /// Thirteen styles, each of capitals and small letters.
    private static let mathematical: Range<UInt32> = 0x1D400..<0x1D6A4

    /// Mathematical letters whose code points are outside `mathematical`, and framed words such as 🆗.
    static let rare = Pairs(
        """
        ℬ B ℭ C ℂ C ℰ E ℱ F ℊ g ℋ H ℌ H ℍ H ℎ h ℐ I ℑ I ℒ L ℳ M ℕ N ℴ o ℙ P ℚ Q ℛ R ℜ R ℝ R \
        ℤ Z ℨ Z ℯ e ℹ i 🆎 AB 🆑 CL 🆒 COOL 🆓 FREE 🆔 ID 🆕 NEW 🆖 NG 🆗 OK 🆘 SOS 🆙 UP! 🆚 VS 🔠 ABC \
        🔡 abc 🔤 abc
        """)

    /// Returns the ASCII character that a styled scalar represents.
    static func letter(of scalar: Unicode.Scalar) -> String? {
        let value = scalar.value
        if mathematical.contains(value) {
            let place = UInt8((value - mathematical.lowerBound) % 52)
            return text(place < 26 ? UInt8(ascii: "A") + place : UInt8(ascii: "a") + place - 26)
        }
        for (first, count, letter) in alphabets where (first..<first + count).contains(value) {
            return text(letter + UInt8(value - first))
        }
        return nil
    }

    /// Ranges of numbers in circles, in parentheses, and with a full stop.
    private static let rings: [ClosedRange<UInt32>] = [
        0x2460...0x249B, 0x24EA...0x24FF, 0x2776...0x2793, 0x3248...0x324F, 0x3251...0x325F,
        0x32B1...0x32BF, 0x1F100...0x1F10C,
    ]

    /// Returns the number that a styled scalar represents.
    static func number(of scalar: Unicode.Scalar) -> String? {
        guard rings.contains(where: { $0.contains(scalar.value) }),
            let value = scalar.properties.numericValue, (0...99).contains(value)
        else { return nil }
        return String(Int(value))
    }

    private static func text(_ byte: UInt8) -> String {
        String(Unicode.Scalar(byte))
    }
}
