/// Words by which codes and other numbers are recognised.
enum CodeWords {
    /// Meaning of a word for an adjacent number.
    enum Role: Hashable, Sendable {
        /// Certainly a code: "verification code".
        case strong
        /// A code unless other words contradict: "code", "PIN".
        case weak
        /// Number of an item, which may have codes of its own: "order", "parcel", "discount".
        case thing
        /// Another kind of number: "card", "phone", "total".
        case number
    }

    /// All words searched in a text.
    static let index = WordIndex(
        languages.flatMap { language in
            [
                (words: language.things, meaning: Role.thing), (language.numbers, .number),
                (language.strong, .strong), (language.weak, .weak),
            ]
        })

    /// Words for units, which follow a number.
    static let units = WordIndex(languages.map { (words: $0.units, meaning: true) })

    /// Words that join a code with its item: "código de descuento".
    static let joints: Set<[UInt32]> = Set(
        ["de", "del", "della", "di", "da", "do", "d", "des", "du", "van", "von", "का", "की", "کا"]
            .map { CodeText.signs(of: $0) })

    /// All languages, which are searched at the same time.
    static let languages: [CodeLanguage] =
        [.everywhere] + CodeLanguage.latin + CodeLanguage.cyrillic + CodeLanguage.indic
        + CodeLanguage.arabicWriting + CodeLanguage.eastAsian
}

/// Words of one language, separated by bars; a star at the end matches any ending.
struct CodeLanguage: Sendable {
    /// English name of the language.
    let name: String
    let strong: String
    let weak: String
    let things: String
    let numbers: String
    let units: String
}
