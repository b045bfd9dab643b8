import ANCS
import Linux
import Notices
import Support

@testable import History

/// Figures for pictures.
enum Figures {
    /// Names that want to break a picture.
    static let hostileNames = [
        "</text><script>alert(1)</script>", "\u{1B}[31mred\u{1B}[0m", "a\nb\r\nc\td",
        "\u{202E}evil",
        "]]>&lt;\"'", "&#0;&amp;", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "日本語の名前はとても長いことがあります",
        String(repeating: "W", count: 300), String(repeating: "e\u{301}\u{302}", count: 90), "",
        "\u{FFFE}\u{FFFF}\u{0}", "<!--", "<![CDATA[", "שלום", "\u{200B}\u{FEFF}",
    ]

    static let nothing = Statistics().figures()

    /// Rows of so many days, with such names for everything.
    static func make(days: Int, rows: Int, names: [String], seed: UInt64 = 1) -> StatisticsFigures {
        var random = RepeatableRandom(seed: seed)
        var statistics = Statistics()
        let start = Facts.start.milliseconds
        let span = start...start + Int64(days - 1) * 86_400_000
        let some = { (random: inout RepeatableRandom) in
            names.randomElement(using: &random) ?? ""
        }
        for row in 0..<rows {
            var fact = Facts.random(within: span, &random)
            if row < 2 {
                fact.time = WallTime(milliseconds: [span.lowerBound, span.upperBound][row])
            }
            fact.title = Text(some(&random))
            fact.appID = Text(some(&random))
            fact.appName = Bool.random(using: &random) ? Text(some(&random)) : nil
            fact.phone = some(&random)
            fact.category =
                Bool.random(using: &random)
                ? fact.category
                : Category(CategoryID(rawValue: .random(in: 0...255, using: &random)))
            statistics.add(fact)
            statistics.add(
                LinkSpan(
                    phone: fact.phone, began: fact.time,
                    ended: fact.time.advanced(by: .seconds(60))))
        }
        return statistics.figures()
    }

    static let hostile = make(days: 200, rows: 3000, names: hostileNames)
    static let oneDay = make(days: 1, rows: 30, names: ["Zoë Müller", "Mama"])
    static let oneRow = make(days: 1, rows: 1, names: ["Zoë Müller"])
    static let decades = make(days: 15_000, rows: 5000, names: ["Zoë Müller", "Mama"])
    static let all: [(name: String, figures: StatisticsFigures)] = [
        ("nothing", nothing), ("one row", oneRow), ("one day", oneDay), ("hostile names", hostile),
        ("decades", decades),
    ]
}
