/// Letters written with or without accents, or in one of several forms.
enum LetterForms {
    /// Plain letter of each form.
    static let plain: [UInt32: UInt32] = {
        var plain: [UInt32: UInt32] = [:]
        for group in groups {
            guard let letter = group.unicodeScalars.first else { continue }
            for form in group.unicodeScalars.dropFirst() { plain[form.value] = letter.value }
        }
        return plain
    }()

    /// Plain letter, followed by its forms.
    private static let groups = [
        "aàáâãäåāăąǎạảấầẩẫậắằẳẵặ", "cçćĉċč", "dďđ", "eèéêëēĕėęěẹẻẽếềểễệ", "gĝğġģ", "hĥħ",
        "iìíîïĩīĭįıỉị", "jĵ", "kķ", "lĺļľŀł", "nñńņň", "oòóôõöøōŏőọỏốồổỗộơớờởỡợ", "rŕŗř", "sśŝşšș",
        "tţťŧț", "uùúûüũūŭůűųưụủứừửữự", "wŵ", "yýÿŷỳỵỷỹ", "zźżž",
        "\u{435}\u{451}", "\u{438}\u{439}", "\u{456}\u{457}", "\u{433}\u{491}",
        // Arabic writing: alef, waw, yeh, heh and kaf.
        "\u{627}\u{622}\u{623}\u{625}\u{671}", "\u{648}\u{624}", "\u{64A}\u{626}\u{649}\u{6CC}",
        "\u{647}\u{629}\u{6BE}\u{6C0}\u{6C1}\u{6C2}\u{6C3}\u{6D5}", "\u{643}\u{6A9}",
        // Letters of Devanagari and Bengali that are also written with a dot below.
        "\u{915}\u{958}", "\u{916}\u{959}", "\u{917}\u{95A}", "\u{91C}\u{95B}", "\u{921}\u{95C}",
        "\u{922}\u{95D}", "\u{92B}\u{95E}", "\u{92F}\u{95F}", "\u{9A1}\u{9DC}", "\u{9A2}\u{9DD}",
        "\u{9AF}\u{9DF}",
    ]
}
