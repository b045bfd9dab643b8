extension CodeLanguage {
    /// The languages in Latin letters.
    static let latin = [
        english, spanish, french, portuguese, german, italian, dutch, polish, turkish, indonesian,
        vietnamese,
    ]
}
