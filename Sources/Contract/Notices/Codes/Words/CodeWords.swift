/// The words by which codes, and numbers that are none, are recognised.
enum CodeWords {
    /// What a word says of a number beside it.
    enum Role: Hashable, Sendable {
        /// It is a code: "verification code".
        case strong
        /// It is a code where nothing says otherwise: "code", "PIN".
        case weak
        /// It is the number of a thing, which may have codes of its own: "order", "parcel", "discount".
        case thing
        /// It is another number: "card", "phone", "total".
        case number
    }

    /// Every word that is looked for in a text.
    static let index = WordIndex(
        languages.flatMap { language in
            [
                (words: language.things, meaning: Role.thing), (language.numbers, .number),
                (language.strong, .strong), (language.weak, .weak),
            ]
        })

    /// Words for amounts, which are looked for right behind a number.
    static let units = WordIndex(languages.map { (words: $0.units, meaning: true) })

    /// Words that join a code with the thing whose code it is: "código de descuento".
    static let joints: Set<[UInt32]> = Set(
        ["de", "del", "della", "di", "da", "do", "d", "des", "du", "van", "von", "का", "की", "کا"]
            .map { CodeText.signs(of: $0) })

    /// The languages, the words of all of which are looked for at once.
    static let languages: [CodeLanguage] =
        [.everywhere] + CodeLanguage.latin + CodeLanguage.cyrillic + CodeLanguage.indic
        + CodeLanguage.arabicWriting + CodeLanguage.eastAsian
}

/// The words of one language, with a bar between each; a star at the end stands for any ending.
struct CodeLanguage: Sendable {
    /// What people call it in English.
    let name: String
    let strong: String
    let weak: String
    let things: String
    let numbers: String
    let units: String
}
