internal import Linux

/// Sentences in one language; `{…}` is a placeholder.
struct Phrases {
    let sentences: [String]
    let days: [String]

    /// Returns a sentence with its placeholders replaced.
    func sentence(_ random: inout YearRandom) -> String {
        Self.filled(random.pick(sentences, or: "👍"), days: days, &random)
    }

    /// Replaces the placeholders of a pattern.
    static func filled(
        _ pattern: String, days: [String] = LocalDay.weekdays, _ random: inout YearRandom
    ) -> String {
        guard pattern.contains("{") else { return pattern }
        var text = ""
        for piece in pattern.split(separator: "{", omittingEmptySubsequences: false) {
            guard let end = piece.firstIndex(of: "}") else {
                text += piece
                continue
            }
            text += filling(piece[..<end], days: days, &random)
            text += piece[piece.index(after: end)...]
        }
        return text
    }

    private static func filling(
        _ name: Substring, days: [String], _ random: inout YearRandom
    ) -> String {
        switch name {
        case "time":
            "\(random.whole(8...21)):\((random.whole(0...11) * 5).padded(to: 2))"
        case "day": random.pick(days, or: "")
        case "tag": random.pick(german.days, or: "")
        case "number": String(random.whole(2...48))
        case "money": "\(random.mostlySmall(3...900)),\(random.whole(0...99).padded(to: 2))"
        case "order": "\(random.whole(100...999))-\(random.whole(1_000_000...9_999_999))"
        case "code": random.whole(0...999_999).padded(to: 6)
        case "place": random.pick(places, or: "")
        case "thing": random.pick(things, or: "")
        case "phone": Contact.stranger(&random)
        default: ""
        }
    }

    private static let places = [
        "Café Lindenblatt", "Südbahnhof", "Mühlenweg 7", "Görlitzer Straße", "Rosenpark", "Łódź",
        "Kraków", "Málaga", "Île d’Oléron", "Brno", "Θεσσαλονίκη", "İzmir", "京都", "上海", "부산",
        "Stadtbücherei", "Turnhalle Ost", "Am Kanal 12", "Hauptstraße 81", "Bäckerei Ähre",
    ]

    private static let things = [
        "Zucchini", "Fahrradhelm", "crêpes", "pierogi", "Käsekuchen", "Gitarre", "jalapeños",
        "börek", "Regenjacke", "Lesebrille", "svíčková", "spanakopita", "おにぎり", "饺子", "김밥",
        "Zelt", "Bohrmaschine", "piñata", "Gießkanne", "Blumenkohl", "Schlittschuhe",
        "Akkuschrauber",
    ]
}
