extension CodeLanguage {
    /// Languages in Latin script.
    static let latin = [
        english, spanish, french, portuguese, german, italian, dutch, polish, turkish, indonesian,
        vietnamese,
    ]
}
