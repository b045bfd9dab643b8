import Expecting
import QRCode
import Testing

/// What is the same in every code of a version.
struct QRStructureTests {
    /// The bits that say a version, from the standard's table.
    private static let versions = [
        7: 0x07C94, 8: 0x085BC, 9: 0x09A99, 10: 0x0A4D3, 11: 0x0BBF6, 12: 0x0C762,
    ]

    private static let finder = [
        "#######", "#     #", "# ### #", "# ### #", "# ### #", "#     #", "#######",
    ]

    private static let square = ["#####", "#   #", "# # #", "#   #", "#####"]

    private static func code(_ version: Int) throws -> QRCode {
        try #require(QRCode(QRReadingTests.text(QRReadingTests.limits[version - 1])))
    }

    /// A part of a code, a row in each text.
    private static func part(_ code: QRCode, _ rows: Range<Int>, _ columns: Range<Int>) -> [String]
    {
        rows.map { row in
            columns.map { code[row: row, column: $0] ? "#" : " " }.joined()
        }
    }

    @Test("a code has its size", arguments: 1...12)
    func size(version: Int) throws {
        expect(try Self.code(version).size, is: 17 + 4 * version)
    }

    @Test("three corners have finders, and a light line around them", arguments: 1...12)
    func finders(version: Int) throws {
        let code = try Self.code(version)
        let far = code.size - 7
        for (row, column) in [(0, 0), (0, far), (far, 0)] {
            // Around the code all is light as well.
            let found = Self.part(code, row - 1..<row + 8, column - 1..<column + 8)
            let framed = Self.finder.map { " \($0) " }
            let light = String(repeating: " ", count: 9)
            expect(found, is: [light] + framed + [light], "row \(row), column \(column)")
        }
    }

    @Test("light and dark are in turn between the finders", arguments: 1...12)
    func timing(version: Int) throws {
        let code = try Self.code(version)
        for place in 8..<code.size - 8 {
            expect(code[row: 6, column: place], is: place % 2 == 0, "column \(place)")
            expect(code[row: place, column: 6], is: place % 2 == 0, "row \(place)")
        }
    }

    @Test("small squares are where the standard has them", arguments: 1...12)
    func alignment(version: Int) throws {
        let code = try Self.code(version)
        let middles = QRReader.alignment[version - 1]
        for row in middles {
            for column in middles {
                let isBelowFinder =
                    row == 6 && (column == 6 || column == middles.last)
                    || column == 6 && row == middles.last
                if isBelowFinder { continue }
                let found = Self.part(code, row - 2..<row + 3, column - 2..<column + 3)
                expect(found, is: Self.square, "row \(row), column \(column)")
            }
        }
    }

    @Test("the version is said twice, from the seventh on", arguments: 7...12)
    func version(version: Int) throws {
        let code = try Self.code(version)
        // The highest bit is the last of all, by threes.
        let places = (0..<18).reversed().map { (near: $0 / 3, far: code.size - 11 + $0 % 3) }
        let right = places.reduce(0) {
            $0 << 1 | (code[row: $1.near, column: $1.far] ? 1 : 0)
        }
        let below = places.reduce(0) {
            $0 << 1 | (code[row: $1.far, column: $1.near] ? 1 : 0)
        }
        expect(right, is: Self.versions[version] ?? 0)
        expect(below, is: right)
    }

    @Test("one module beside the format is always dark", arguments: 1...12)
    func dark(version: Int) throws {
        let code = try Self.code(version)
        expect(code[row: code.size - 8, column: 8], is: true)
    }

    @Test func `around a code all is light`() throws {
        let code = try Self.code(1)
        for place in [-1, code.size, -1_000, 1_000] {
            for other in -1...code.size {
                expect(code[row: place, column: other], is: false)
                expect(code[row: other, column: place], is: false)
            }
        }
    }
}
