import Expecting
import QRCode
import Testing

/// A code in the characters of a terminal.
struct QRTerminalTests {
    private static let half = "\u{1B}[37;40;97m"
    private static let whole = "\u{1B}[37;47;97;107m"
    private static let plain = "\u{1B}[0m"

    /// What a terminal shows: for each place whether something is drawn there, by modules.
    private static func drawn(_ text: String, isUTF8: Bool) -> [[Bool]] {
        var bare = text
        for sequence in [half, whole, plain] { bare.replace(sequence, with: "") }
        return bare.split(separator: "\n").flatMap { line -> [[Bool]] in
            guard isUTF8 else {
                let signs = Array(line)
                return [stride(from: 0, to: signs.count, by: 2).map { signs[$0] == "#" }]
            }
            return ["▀█", "▄█"].map { half in line.map { half.contains($0) } }
        }
    }

    @Test(
        "lines show the code and four light modules around it",
        arguments: [true, false], [true, false])
    func content(isUTF8: Bool, isColored: Bool) throws {
        for length in [1, 60, 367] {
            let code = try #require(QRCode(QRReadingTests.text(length)))
            for isInverted in [true, false] {
                let text = code.terminalText(
                    isUTF8: isUTF8, isColored: isColored, isInverted: isInverted)
                let rows = Self.drawn(text, isUTF8: isUTF8)
                // Halves come in twos, and a code has an odd number of rows.
                expect(rows.count, is: code.size + 8 + (isUTF8 ? 1 : 0))
                for (row, modules) in rows.enumerated() {
                    let expected = (-4..<code.size + 4).map {
                        code[row: row - 4, column: $0] == isInverted
                    }
                    expect(modules, is: expected, "row \(row) of \(length) bytes")
                }
            }
        }
    }

    @Test(
        "every line is as wide as is said, and its colours end with it", arguments: [true, false])
    func lines(isUTF8: Bool) throws {
        let code = try #require(QRCode("http://hall:8080/link/x"))
        let bare = code.terminalText(isUTF8: isUTF8, isColored: false)
        #expect(!bare.contains("\u{1B}"))
        expect(bare.last, is: "\n")
        for line in bare.split(separator: "\n") {
            expect(line.count, is: code.terminalColumns(isUTF8: isUTF8))
        }
        for line in code.terminalText(isUTF8: isUTF8).split(separator: "\n") {
            #expect(line.hasPrefix(Self.half))
            #expect(line.hasSuffix(Self.plain))
        }
    }

    @Test func `without UTF-8 there is none in it`() throws {
        let code = try #require(QRCode("http://hall:8080/link/x"))
        for isColored in [true, false] {
            let text = code.terminalText(isUTF8: false, isColored: isColored)
            #expect(text.utf8.allSatisfy { $0 < 0x80 })
        }
    }

    @Test func `in colours what is drawn whole has the colour of its ground`() throws {
        let code = try #require(QRCode("callboard"))
        let signs = code.terminalText(isUTF8: false).split(separator: "\n")
        let zone = String(repeating: "##", count: 29)
        expect(String(signs[0]), is: Self.half + Self.whole + zone + Self.plain)
        // The side of a finder is black, and a light module is beside it.
        let side = Self.half + String(repeating: "  ", count: 7) + Self.whole
        let edge = String(repeating: "##", count: 4)
        #expect(signs[4].hasPrefix(Self.half + Self.whole + edge + side + "##"))
        #expect(signs[4].hasSuffix("##" + side + edge + Self.plain))
        let halves = code.terminalText(isUTF8: true).split(separator: "\n")
        #expect(halves[2].hasPrefix(Self.half + Self.whole + "████" + Self.half + " ▄▄▄▄▄ "))
        #expect(halves[2].hasSuffix(Self.half + " ▄▄▄▄▄ " + Self.whole + "████" + Self.plain))
    }

    @Test func `a code that zbar has read looks as it did then`() throws {
        expect(
            try #require(QRCode("callboard")).terminalText(isUTF8: true, isColored: false),
            is: """
                █████████████████████████████
                █████████████████████████████
                ████ ▄▄▄▄▄ █ ▀████ ▄▄▄▄▄ ████
                ████ █   █ █▀██▄ █ █   █ ████
                ████ █▄▄▄█ ██▀  ▀█ █▄▄▄█ ████
                ████▄▄▄▄▄▄▄█ ▀ ▀ █▄▄▄▄▄▄▄████
                ████ ▀  ▀▄▄▄█▀▄  █▄█▀▄▀▄ ████
                ████▄▄▀███▄▀    ███ ▀▀█▄ ████
                █████▄█▄█▄▄█ █ ▀▄▀ ▄▀█▀██████
                ████ ▄▄▄▄▄ █  █▄▄▄█▄ ▀▀▀█████
                ████ █   █ █▀▄█▀▄█ ▄▄  ▀█████
                ████ █▄▄▄█ █▄ ▄█▄▀▄█▀█▄█▀████
                ████▄▄▄▄▄▄▄█▄████▄██▄█▄██████
                █████████████████████████████
                █████████████████████████████

                """)
    }
}
