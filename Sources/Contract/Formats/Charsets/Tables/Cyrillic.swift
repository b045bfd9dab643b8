/// Transliteration of Cyrillic, depending on the detected language of a word.
enum Cyrillic {
    /// Russian letters, and letters used only by other languages.
    static let letters = Pairs(
        """
        а a б b в v г g д d е e ё yo ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f \
        х kh ц ts ч ch ш sh щ shch ъ ∅ ы y ь ∅ э e ю yu я ya \
        і i ї i є ie ґ g ў u ђ dj ј j љ lj њ nj ћ c џ dz ѓ gj ќ kj ѕ dz ѝ i ѐ e \
        ә a ғ g қ q ң n ө o ұ u ү u һ h җ zh ӣ i ӯ u ҳ h ҷ j ӑ a ӗ e ӱ u ѣ e ѳ f ѵ i ѫ a
        """
    ).texts

    /// Language of a word, detected from letters that only this language uses.
    enum Tongue: CaseIterable, Sendable {
        case russian
        /// Also Belarusian: і, ї, є, ґ, ў, a soft sign before a к, or an apostrophe before a я.
        case ukrainian
        /// Also Macedonian: ј, љ, њ, ђ, ћ, џ, ѓ, ќ, ѕ.
        case serbian
        /// An ъ that is a vowel: in Russian one stands only before е, ё, ю and я.
        case bulgarian

        /// Letters transliterated differently than in Russian.
        var letters: [Unicode.Scalar: String] {
            switch self {
            case .russian: [:]
            case .ukrainian: Cyrillic.ukrainian
            case .serbian: Cyrillic.serbian
            case .bulgarian: Cyrillic.bulgarian
            }
        }

        /// Letters transliterated differently at the beginning of a word.
        var firstLetters: [Unicode.Scalar: String] {
            self == .ukrainian ? Cyrillic.ukrainianFirst : [:]
        }
    }

    static let ukrainianLetters: Set<Unicode.Scalar> = ["і", "ї", "є", "ґ", "ў"]
    static let apostrophes: Set<Unicode.Scalar> = ["'", "\u{2019}", "\u{2BC}"]
    /// Letters before which an apostrophe indicates Ukrainian; и is not one, since О'Нил is Russian.
    static let afterApostrophe: Set<Unicode.Scalar> = ["я", "ю", "є", "ї"]
    /// Russian names have ск and цк instead.
    static let ukrainianEndings = ["ськ", "цьк"]
    static let serbianLetters: Set<Unicode.Scalar> = [
        "ј", "љ", "њ", "ђ", "ћ", "џ", "ѓ", "ќ", "ѕ",
    ]
    static let hardened: Set<Unicode.Scalar> = ["е", "ё", "ю", "я"]

    /// Romanisation used in Ukrainian passports.
    private static let ukrainian = Pairs("г h и y й i ю iu я ia").texts
    private static let ukrainianFirst = Pairs("ї yi є ye й y ю yu я ya").texts
    /// Serbian Latin letters without diacritics, as for names in Latin letters: Živković → Zivkovic.
    private static let serbian = Pairs("ж z х h ц c ч c ш s").texts
    private static let bulgarian = Pairs("х h щ sht ъ a ь y").texts
}
