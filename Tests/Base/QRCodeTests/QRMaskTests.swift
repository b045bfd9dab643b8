import Expecting
import Testing

@testable import QRCode

/// Which mask a code is under, and why.
struct QRMaskTests {
    /// The corners of the eight patterns, from the pictures of the standard.
    private static let corners = [
        ["# # # ", " # # #", "# # # ", " # # #", "# # # ", " # # #"],
        ["######", "      ", "######", "      ", "######", "      "],
        ["#  #  ", "#  #  ", "#  #  ", "#  #  ", "#  #  ", "#  #  "],
        ["#  #  ", "  #  #", " #  # ", "#  #  ", "  #  #", " #  # "],
        ["###   ", "###   ", "   ###", "   ###", "###   ", "###   "],
        ["######", "#     ", "#  #  ", "# # # ", "#  #  ", "#     "],
        ["######", "###   ", "## ## ", "# # # ", "# ## #", "#   ##"],
        ["# # # ", "   ###", "#   ##", " # # #", "###   ", " ###  "],
    ]

    @Test("patterns are those of the standard", arguments: 0..<8)
    func pattern(number: Int) {
        let mask = QRMask.all[number]
        let corner = (0..<6).map { row in
            (0..<6).map { mask.hits(row, $0) ? "#" : " " }.joined()
        }
        expect(corner, is: Self.corners[number])
    }

    @Test("no other mask would be easier to read", arguments: [5, 30, 70, 130, 250, 360])
    func choice(length: Int) throws {
        let text = QRReadingTests.text(length)
        let form = try #require(QRForm.smallest(holding: length))
        var plain = QRGrid(version: form.version)
        plain.place(form.codewords(of: Array(text.utf8)))
        let penalties = QRMask.all.map { mask in
            var grid = plain
            grid.turn(mask)
            grid.write(format: QRInformation.format(form.level, mask: mask.number))
            return Self.penalty(of: grid)
        }
        let reader = try QRReader(try #require(QRCode(text)))
        expect(penalties[reader.mask], is: penalties.min() ?? 0)
        #expect(Set(penalties).count > 1)
    }

    @Test("points are those of a slower count", arguments: 1...12)
    func points(version: Int) throws {
        var grid = QRGrid(version: version)
        expect(QRPenalty.of(grid), is: Self.penalty(of: grid), "nothing but what is fixed")
        for mask in QRMask.all {
            grid.turn(mask)
            expect(QRPenalty.of(grid), is: Self.penalty(of: grid), "masks up to \(mask.number)")
        }
    }

    @Test(
        "a line costs by its runs, and by what looks like a finder",
        arguments: [
            ("", 0, "nothing"),
            ("#### ####", 0, "runs of four"),
            ("#####", 3, "a run of five"),
            ("##### #####", 6, "two of them"),
            ("########", 6, "a run of eight"),
            ("     ", 3, "a light run"),
            ("# ### #", 80, "a finder, light around it"),
            ("    # ### ##", 40, "light before it alone"),
            ("## ### #    ", 40, "light behind it alone"),
            ("## ### ##", 0, "nothing light around it"),
            ("### # ### #   #", 0, "too little light behind it"),
        ])
    func line(modules: String, points: Int, why: String) {
        var line = QRLine()
        for module in modules { line.take(module == "#") }
        line.end()
        expect(line.points, is: points, "\(why)")
    }

    /// The points of a grid, counted by looking at texts.
    private static func penalty(of grid: QRGrid) -> Int {
        let places = 0..<grid.size
        let rows = places.map { row in places.map { grid[row, $0] ? "#" : " " }.joined() }
        let columns = places.map { column in places.map { grid[$0, column] ? "#" : " " }.joined() }
        let lines = (rows + columns).reduce(0) { $0 + runs(in: $1) + finders(in: $1) }
        var squares = 0
        for (upper, lower) in zip(rows, rows.dropFirst()) {
            let pairs = zip(zip(upper, upper.dropFirst()), zip(lower, lower.dropFirst()))
            squares += pairs.count { Set([$0.0.0, $0.0.1, $0.1.0, $0.1.1]).count == 1 }
        }
        let dark = rows.joined().count { $0 == "#" }
        let share = 100 * Double(dark) / Double(grid.size * grid.size)
        return lines + 3 * squares + 10 * Int(abs(share - 50) / 5)
    }

    private static func runs(in line: String) -> Int {
        let dark = line.split(separator: " ")
        let light = line.split(separator: "#")
        return (dark + light).reduce(0) { $0 + ($1.count >= 5 ? $1.count - 2 : 0) }
    }

    private static func finders(in line: String) -> Int {
        let framed = Array("    \(line)    ")
        let looks = [Array("    # ### #"), Array("# ### #    ")]
        return (0...framed.count - 11).reduce(0) { points, start in
            points + (looks.contains(Array(framed[start..<start + 11])) ? 40 : 0)
        }
    }
}
