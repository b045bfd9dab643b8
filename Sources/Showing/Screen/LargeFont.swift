/// Font of large characters: five dots wide and seven high, and three more rows for a mark above.
///
/// Capitals only, which are legible from farthest away.
enum LargeFont {
    static let width = 5
    static let height = 7
    static let markHeight = 3

    /// Dots of a character: five bits per row, the leftmost the highest, from the top.
    struct Shape: Hashable {
        let mark: [UInt8]
        let letter: [UInt8]
    }

    /// Returns the shape of a capital, digit or symbol; nil if there is none.
    static func shape(of character: Character) -> Shape? {
        let (base, mark) = marked[character] ?? (character, 0)
        guard let dots = letters[base] ?? alike[base].flatMap({ letters[$0] }) else { return nil }
        return Shape(mark: rows(UInt64(mark), markHeight), letter: rows(dots, height))
    }

    private static func rows(_ dots: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: dots >> (8 * UInt64($0))) }
    }

    /// Two hexadecimal digits per row.
    private static let letters: [Character: UInt64] = [
        "A": 0x0E1111_1F111111, "B": 0x1E1111_1E11111E, "C": 0x0E1110_1010110E,
        "D": 0x1E1111_1111111E, "E": 0x1F1010_1E10101F, "F": 0x1F1010_1E101010,
        "G": 0x0E1110_1711110F, "H": 0x111111_1F111111, "I": 0x0E0404_0404040E,
        "J": 0x070202_0202120C, "K": 0x111214_18141211, "L": 0x101010_1010101F,
        "M": 0x111B15_15111111, "N": 0x111119_15131111, "O": 0x0E1111_1111110E,
        "P": 0x1E1111_1E101010, "Q": 0x0E1111_1115120D, "R": 0x1E1111_1E141211,
        "S": 0x0F1010_0E01011E, "T": 0x1F0404_04040404, "U": 0x111111_1111110E,
        "V": 0x111111_11110A04, "W": 0x111111_15151B11, "X": 0x11110A_040A1111,
        "Y": 0x11110A_04040404, "Z": 0x1F0102_0408101F, "0": 0x0E1113_1519110E,
        "1": 0x040C04_0404040E, "2": 0x0E1101_0204081F, "3": 0x1F0204_0201110E,
        "4": 0x02060A_121F0202, "5": 0x1F101E_0101110E, "6": 0x060810_1E11110E,
        "7": 0x1F0102_04080808, "8": 0x0E1111_0E11110E, "9": 0x0E1111_0F01020C,
        " ": 0x000000_00000000, ".": 0x000000_00000C0C, ",": 0x000000_000C0408,
        "-": 0x000000_1F000000, "+": 0x000404_1F040400, "'": 0x0C0408_00000000,
        "!": 0x040404_04000004, "?": 0x0E1101_02040004, "/": 0x000102_04081000,
        "(": 0x020408_08080402, ")": 0x080402_02020408, "&": 0x0C1214_0815120D,
        ":": 0x000C0C_000C0C00, "@": 0x0E1101_0D15150E, "#": 0x0A0A1F_0A1F0A0A,
        "*": 0x000415_0E150400, "_": 0x000000_0000001F, "Æ": 0x0F1414_1F141417,
        "Ø": 0x0D1215_15150916, "Œ": 0x0F1414_1714140F, "Þ": 0x101E11_111E1010,
        "Ð": 0x0E0909_1D09090E, "Ł": 0x08080A_0C18080F, "Б": 0x1F1010_1E11111E,
        "Г": 0x1F1010_10101010, "Д": 0x060A0A_0A0A1F11, "Ж": 0x151515_0E151515,
        "З": 0x0E1101_0601110E, "И": 0x111113_15191111, "Л": 0x070909_09090911,
        "П": 0x1F1111_11111111, "Ф": 0x040E15_15150E04, "Ц": 0x121212_12121F01,
        "Ч": 0x111111_0F010101, "Ш": 0x151515_1515151F, "Щ": 0x151515_15151F01,
        "Ъ": 0x180808_0E09090E, "Ы": 0x111111_19151519, "Ь": 0x101010_1E11111E,
        "Э": 0x0E1101_0701110E, "Ю": 0x121515_1D151512, "Я": 0x0F1111_0F050911,
        "Є": 0x0E1110_1C10110E, "Ґ": 0x011F10_10101010, "Δ": 0x04040A_0A11111F,
        "Θ": 0x0E1111_1F11110E, "Λ": 0x04040A_0A111111, "Ξ": 0x1F0000_0E00001F,
        "Σ": 0x1F1008_0408101F, "Ψ": 0x151515_0E040404, "Ω": 0x0E1111_110A0A1B,
    ]

    /// Characters that look like others, or nearly so from afar.
    private static let alike: [Character: Character] = [
        "А": "A", "В": "B", "Е": "E", "К": "K", "М": "M", "Н": "H", "О": "O", "Р": "P", "С": "C",
        "Т": "T", "У": "Y", "Х": "X", "І": "I", "Ѕ": "S", "Ј": "J", "Α": "A", "Β": "B", "Ε": "E",
        "Ζ": "Z", "Η": "H", "Ι": "I", "Κ": "K", "Μ": "M", "Ν": "N", "Ο": "O", "Ρ": "P", "Τ": "T",
        "Υ": "Y", "Χ": "X", "Γ": "Г", "Π": "П", "Φ": "Ф", "Ç": "C", "Đ": "Ð", "Ą": "A", "Ę": "E",
        "Ş": "S", "Ţ": "T", "Ș": "S", "Ț": "T", "İ": "I", "’": "'", "–": "-", "‑": "-",
        "\u{A0}": " ",
    ]

    private static let grave: UInt32 = 0x080400
    private static let acute: UInt32 = 0x020400
    private static let circumflex: UInt32 = 0x040A00
    private static let tilde: UInt32 = 0x0D1600
    private static let dots: UInt32 = 0x0A0000
    private static let ring: UInt32 = 0x040400
    private static let caron: UInt32 = 0x0A0400
    private static let dot: UInt32 = 0x040000
    private static let bar: UInt32 = 0x0E0000

    /// Characters that are others with a mark above.
    private static let marked: [Character: (Character, UInt32)] = [
        "À": ("A", grave), "È": ("E", grave), "Ì": ("I", grave), "Ò": ("O", grave),
        "Ù": ("U", grave), "Á": ("A", acute), "É": ("E", acute), "Í": ("I", acute),
        "Ó": ("O", acute), "Ú": ("U", acute), "Ý": ("Y", acute), "Ć": ("C", acute),
        "Ń": ("N", acute), "Ś": ("S", acute), "Ź": ("Z", acute), "Ŕ": ("R", acute),
        "Ĺ": ("L", acute), "Ά": ("A", acute), "Έ": ("E", acute), "Ή": ("H", acute),
        "Ί": ("I", acute), "Ό": ("O", acute), "Ύ": ("Y", acute), "Ώ": ("Ω", acute),
        "Ѓ": ("Г", acute), "Ќ": ("K", acute), "Â": ("A", circumflex), "Ê": ("E", circumflex),
        "Î": ("I", circumflex), "Ô": ("O", circumflex), "Û": ("U", circumflex),
        "Ŵ": ("W", circumflex), "Ŷ": ("Y", circumflex), "Ĉ": ("C", circumflex),
        "Ĝ": ("G", circumflex), "Ĥ": ("H", circumflex), "Ĵ": ("J", circumflex),
        "Ŝ": ("S", circumflex), "Ã": ("A", tilde), "Õ": ("O", tilde), "Ñ": ("N", tilde),
        "Ĩ": ("I", tilde), "Ũ": ("U", tilde), "Ä": ("A", dots), "Ë": ("E", dots), "Ï": ("I", dots),
        "Ö": ("O", dots), "Ü": ("U", dots), "Ÿ": ("Y", dots), "Ё": ("E", dots), "Ї": ("I", dots),
        "Ϊ": ("I", dots), "Ϋ": ("Y", dots), "Å": ("A", ring), "Ů": ("U", ring), "Č": ("C", caron),
        "Š": ("S", caron), "Ž": ("Z", caron), "Ě": ("E", caron), "Ř": ("R", caron),
        "Ď": ("D", caron), "Ť": ("T", caron), "Ň": ("N", caron), "Ľ": ("L", caron),
        "Ğ": ("G", caron), "Ă": ("A", caron), "Ŭ": ("U", caron), "Й": ("И", caron),
        "Ў": ("Y", caron), "Ż": ("Z", dot), "Ġ": ("G", dot), "Ċ": ("C", dot), "Ė": ("E", dot),
        "Ā": ("A", bar), "Ē": ("E", bar), "Ī": ("I", bar), "Ō": ("O", bar), "Ū": ("U", bar),
    ]
}
