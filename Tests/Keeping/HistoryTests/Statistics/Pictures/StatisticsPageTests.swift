import Expecting
import Notices
import Testing

@testable import History

/// The page for a terminal.
struct StatisticsPageTests {
    private func lines(
        _ figures: StatisticsFigures, _ columns: Int, isColored: Bool = false
    ) -> [Substring] {
        StatisticsPage(columns: columns, isColored: isColored).text(of: figures)
            .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }

    /// The text without the sequences of the page's own inks; nil where there are others.
    private func plain(_ text: Substring) -> String? {
        var plain = ""
        for (index, piece) in text.split(separator: "\u{1B}", omittingEmptySubsequences: false)
            .enumerated()
        {
            if index == 0 {
                plain += piece
                continue
            }
            guard piece.first == "[", let end = piece.firstIndex(of: "m"),
                piece[piece.index(after: piece.startIndex)..<end].allSatisfy({
                    $0.isNumber || $0 == ";"
                })
            else { return nil }
            plain += piece[piece.index(after: end)...]
        }
        return plain
    }

    @Test(arguments: Figures.all.map(\.name))
    func `no line of any page is wider than the terminal`(_ name: String) throws {
        let figures = try #require(Figures.all.first { $0.name == name }?.figures)
        for columns in StatisticsPage.widths {
            for line in lines(figures, columns) where String(line).columns > columns {
                Issue.record("\(String(line).columns) of \(columns): \(line)")
            }
        }
    }

    @Test(arguments: [20, 33, 40, 60, 80, 95, 96, 120, 200])
    func `colour changes the shades of the heat map and nothing else`(_ columns: Int) throws {
        let isShade = { (character: Character) in "░▒▓█".contains(character) }
        for (name, figures) in Figures.all {
            let expected = lines(figures, columns)
            let colored = try lines(figures, columns, isColored: true)
                .map { try #require(plain($0)) }
            // The legends have another number of shades.
            let isHeat = { (line: String) in line.hasPrefix("    ·") || line.contains("░") }
            for line in colored where line.columns > columns { Issue.record("\(name): \(line)") }
            let left = expected.map(String.init).filter { !isHeat($0) && !$0.contains("–") }
                .map { $0.filter { !isShade($0) } }
            for line in left where !line.isEmpty {
                let isThere = colored.contains { $0.filter { !isShade($0) } == line }
                #expect(isThere, "\(name): \(line)")
            }
        }
    }

    @Test func `nothing that moves, hides or turns text leaves a page`() {
        for columns in [20, 40, 80, 200] {
            for line in lines(Figures.hostile, columns) {
                for scalar in line.unicodeScalars {
                    expect(scalar.hazard, is: nil, "\(scalar.value) in \(line)")
                }
            }
        }
    }

    @Test func `widths that no terminal has are taken to the nearest that is laid out`() {
        for (asked, taken) in [(Int.min, 20), (-1, 20), (0, 20), (201, 200), (.max, 200)] {
            expect(lines(Figures.oneDay, asked), is: lines(Figures.oneDay, taken))
        }
    }

    @Test func `a page of nothing says so`() {
        expect(lines(Figures.nothing, 80).first, is: "Nothing yet")
        expect(lines(Figures.nothing, 80).count, is: 3)
    }

    @Test func `a year of bars is put together into weeks where there is no room for days`() {
        let year = Figures.make(days: 365, rows: 900, names: ["Mama"])
        let text = lines(year, 80).joined(separator: "\n")
        #expect(text.contains("mean of each week"))
        #expect(lines(year, 40).contains { $0.contains("mean of 2 weeks") })
        #expect(lines(Figures.oneDay, 40).contains { $0.contains("a bar a day") })
    }
}
