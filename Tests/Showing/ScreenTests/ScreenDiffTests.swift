import EventSupport
import Expecting
import Linux
import Support
import Testing

@testable import Screen

struct ScreenDiffTests {
    private static let texts = [
        "Zoe", "Müller", "山田太郎", "שלום", "👩‍👩‍👧", "👍🏽", "🎂", "e\u{301}", "ข้าว", "☎️", " ", "      ",
        "━━━", "a long text that goes on and on", "\u{200D}", "한국어", "🇩🇪", "ﷺ",
    ]

    private static func canvas(_ random: inout RepeatableRandom, like old: ScreenCanvas?)
        -> ScreenCanvas
    {
        var canvas = old ?? ScreenCanvas(columns: 37, rows: 5)
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            let row = Int.random(in: 0..<5, using: &random)
            if Int.random(in: 0..<8, using: &random) == 0 {
                canvas.fill(row: row, ScreenTone.allCases.randomElement(using: &random) ?? .plain)
            }
            canvas.put(
                texts.randomElement(using: &random) ?? "", row: row,
                column: Int.random(in: 0..<37, using: &random),
                ScreenTone.allCases.randomElement(using: &random) ?? .plain)
        }
        return canvas
    }

    @Test(arguments: DrawnTerminal.Widths.allCases, ScreenPalette.allCases)
    func `whatever was shown, the terminal shows the new screen`(
        widths: DrawnTerminal.Widths, palette: ScreenPalette
    ) {
        var random = RepeatableRandom(seed: 7)
        var terminal = DrawnTerminal(columns: 37, rows: 5, widths: widths)
        var shown: ScreenCanvas?
        for round in 0..<400 {
            let next = Self.canvas(&random, like: round % 5 == 0 ? nil : shown)
            terminal.take(ScreenDiff.bytes(from: shown, to: next, palette))
            shown = next
            let differences = terminal.differences(from: next, palette)
            #expect(differences.isEmpty, "round \(round)")
            if !differences.isEmpty { return }
        }
    }

    @Test func `what stays as it is costs nothing`() {
        let canvas = PicturedDay.canvas(PicturedDay.board(), 80, 24)
        #expect(ScreenDiff.bytes(from: canvas, to: canvas, .day).isEmpty)
    }

    @Test func `one letter that changes costs a few bytes`() {
        var old = ScreenCanvas(columns: 80, rows: 24)
        old.put("12:04", row: 23, column: 70, .bar)
        var new = old
        new.put("12:05", row: 23, column: 70, .bar)
        let bytes = ScreenDiff.bytes(from: old, to: new, .day)
        expect(String(decoding: bytes, as: UTF8.self), is: "\u{1B}[24;75H\u{1B}[0;7m5\u{1B}[0m")
    }

    @Test func `another size begins with an empty screen`() {
        let old = PicturedDay.canvas(PicturedDay.board(), 80, 24)
        let new = PicturedDay.canvas(PicturedDay.board(), 40, 12)
        var terminal = DrawnTerminal(columns: 80, rows: 24)
        terminal.take(ScreenDiff.bytes(from: nil, to: old, .day))
        var smaller = DrawnTerminal(columns: 40, rows: 12)
        let bytes = ScreenDiff.bytes(from: old, to: new, .day)
        smaller.take(bytes)
        #expect(smaller.differences(from: new, .day).isEmpty)
        #expect(bytes.starts(with: Array("\u{1B}[0m\u{1B}[2J".utf8)))
    }
}
