/// Letters in dress: full-width, in rings, and the alphabets of mathematics in which some write their
/// names.
enum Letterforms {
    /// Where an alphabet begins, how many letters it has, and its first letter.
    private static let alphabets: [(first: UInt32, count: UInt32, letter: UInt8)] = [
        (0x249C, 26, UInt8(ascii: "a")), (0x24B6, 26, UInt8(ascii: "A")),
        (0x24D0, 26, UInt8(ascii: "a")), (0xFF01, 94, UInt8(ascii: "!")),
        (0x1F110, 26, UInt8(ascii: "A")), (0x1F130, 26, UInt8(ascii: "A")),
        (0x1F150, 26, UInt8(ascii: "A")), (0x1F170, 26, UInt8(ascii: "A")),
        (0x1F1E6, 26, UInt8(ascii: "A")),
    ]

    /// Thirteen styles, each of capitals and small letters.
    private static let mathematical: Range<UInt32> = 0x1D400..<0x1D6A4

    /// Letters of such alphabets that had a number of their own before, and words in frames.
    static let rare = Pairs(
        """
        ℬ B ℭ C ℂ C ℰ E ℱ F ℊ g ℋ H ℌ H ℍ H ℎ h ℐ I ℑ I ℒ L ℓ l ℳ M ℕ N ℴ o ℙ P ℚ Q ℛ R ℜ R ℝ R \
        ℤ Z ℨ Z ℯ e ℹ i 🆎 AB 🆑 CL 🆒 COOL 🆓 FREE 🆔 ID 🆕 NEW 🆖 NG 🆗 OK 🆘 SOS 🆙 UP! 🆚 VS 🔟 10 🔠 ABC \
        🔡 abc 🔢 123 🔤 abc
        """)

    /// The letter, or sign of ASCII, that the scalar is in dress.
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

    private static func text(_ byte: UInt8) -> String {
        String(Unicode.Scalar(byte))
    }
}
