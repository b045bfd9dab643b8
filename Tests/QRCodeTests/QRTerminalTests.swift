import Expecting
import QRCode
import Testing

/// A code in the characters of a terminal.
@Suite struct QRTerminalTests {
    private static let paper = "\u{1B}[30;47;107m"
    private static let ink = "\u{1B}[30;40m"
    private static let plain = "\u{1B}[0m"

    /// What a terminal shows: for each place whether something is drawn there, by modules.
    private static func drawn(_ text: String, isUTF8: Bool) -> [[Bool]] {
        var bare = text
        for sequence in [paper, ink, plain] { bare.replace(sequence, with: "") }
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
                // In colours what is dark is drawn, in black; without them what is light.
                let drawsDark = isColored != isInverted
                for (row, modules) in rows.enumerated() {
                    let expected = (-4..<code.size + 4).map {
                        code[row: row - 4, column: $0] == drawsDark
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
            #expect(line.hasPrefix(Self.paper))
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

    @Test func `in colours a sign has the colour of its ground`() throws {
        let code = try #require(QRCode("callboard"))
        let lines = code.terminalText(isUTF8: false).split(separator: "\n")
        let zone = String(repeating: "  ", count: 4)
        expect(String(lines[0]), is: Self.paper + String(repeating: "  ", count: 29) + Self.plain)
        let side = String(repeating: "##", count: 7)
        let beginning = Self.paper + zone + Self.ink + side + Self.paper + "  "
        #expect(lines[4].hasPrefix(beginning))
        let end = "  " + Self.ink + side + Self.paper + zone + Self.plain
        #expect(lines[4].hasSuffix(end))
    }

    @Test func `a code that a camera has read looks as it did then`() throws {
        expect(
            try #require(QRCode("callboard")).terminalText(isUTF8: true, isColored: false),
            is: """
                █████████████████████████████
                █████████████████████████████
                ████ ▄▄▄▄▄ █▄ █▀▀█ ▄▄▄▄▄ ████
                ████ █   █ █▀▄▀▀▄█ █   █ ████
                ████ █▄▄▄█ █ ▀▄▀▄█ █▄▄▄█ ████
                ████▄▄▄▄▄▄▄█ █▄▀ █▄▄▄▄▄▄▄████
                ████ ███ █▄  ██ ▀    ▄▀▀▄████
                ████▄   ▄▀▄█▀█▀▄█▀▄█ ██ ▀████
                ██████▄██▄▄▄▀▄ █ ▄▀█▀▀█ ▄████
                ████ ▄▄▄▄▄ █▄▀▀▀ ███▄▄█ █████
                ████ █   █ █▄▄▀ ▀▄▄▄ ▀█ ▀████
                ████ █▄▄▄█ ██▄▀▄█▀ ▀▄▄███████
                ████▄▄▄▄▄▄▄█▄█▄█▄▄▄█████▄████
                █████████████████████████████
                █████████████████████████████

                """)
    }
}
