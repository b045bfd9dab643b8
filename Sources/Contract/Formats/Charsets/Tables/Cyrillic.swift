/// Cyrillic in Latin letters, by the language that a word can be seen to be in.
enum Cyrillic {
    /// Russian, and letters that only others have.
    static let letters = Pairs(
        """
        а a б b в v г g д d е e ё yo ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f \
        х kh ц ts ч ch ш sh щ shch ъ ∅ ы y ь ∅ э e ю yu я ya \
        і i ї i є ie ґ g ў u ђ dj ј j љ lj њ nj ћ c џ dz ѓ gj ќ kj ѕ dz ѝ i ѐ e \
        ә a ғ g қ q ң n ө o ұ u ү u һ h җ zh ӣ i ӯ u ҳ h ҷ j ӑ a ӗ e ӱ u ѣ e ѳ f ѵ i ѫ a
        """
    ).texts

    /// What is otherwise in a word that has a letter only this language has.
    enum Tongue: CaseIterable, Sendable {
        case russian
        /// And Belarusian: і, ї, є, ґ, ў, a soft sign before a к, or an apostrophe before a я.
        case ukrainian
        /// And Macedonian: ј, љ, њ, ђ, ћ, џ, ѓ, ќ, ѕ.
        case serbian
        /// An ъ that is a vowel: in Russian one stands only before е, ё, ю and я.
        case bulgarian

        /// What sounds otherwise than in Russian.
        var letters: [Unicode.Scalar: String] {
            switch self {
            case .russian: [:]
            case .ukrainian: Cyrillic.ukrainian
            case .serbian: Cyrillic.serbian
            case .bulgarian: Cyrillic.bulgarian
            }
        }

        /// What sounds otherwise where a word begins.
        var firstLetters: [Unicode.Scalar: String] {
            self == .ukrainian ? Cyrillic.ukrainianFirst : [:]
        }
    }

    static let ukrainianLetters: Set<Unicode.Scalar> = ["і", "ї", "є", "ґ", "ў"]
    static let apostrophes: Set<Unicode.Scalar> = ["'", "\u{2019}", "\u{2BC}"]
    /// Not of О'Нил, which is Russian.
    static let afterApostrophe: Set<Unicode.Scalar> = ["я", "ю", "є", "ї"]
    /// Where Russian names have ск and цк.
    static let ukrainianEndings = ["ськ", "цьк"]
    static let serbianLetters: Set<Unicode.Scalar> = [
        "ј", "љ", "њ", "ђ", "ћ", "џ", "ѓ", "ќ", "ѕ",
    ]
    static let hardened: Set<Unicode.Scalar> = ["е", "ё", "ю", "я"]

    /// As passports of Ukraine have it.
    private static let ukrainian = Pairs("г h и y й i ю iu я ia").texts
    private static let ukrainianFirst = Pairs("ї yi є ye й y ю yu я ya").texts
    /// Serbian Latin without its marks, as for a Latin name: Živković, Zivkovic.
    private static let serbian = Pairs("ж z х h ц c ч c ш s").texts
    private static let bulgarian = Pairs("х h щ sht ъ a ь y").texts
}
