import Expecting
import Notices
import Testing

@testable import Screen

struct ScreenCanvasTests {
    private static func text(_ canvas: ScreenCanvas, _ row: Int = 0) -> String {
        String(canvas.row(row).map { $0.isTail ? "<" : $0.character })
    }

    @Test func `a wide character takes its cells`() {
        var canvas = ScreenCanvas(columns: 8, rows: 1)
        expect(canvas.put("a山b", row: 0, column: 1, .plain), is: 5)
        expect(Self.text(canvas), is: " a山<b   ")
    }

    @Test func `a character that does not fit is not shown in part`() {
        var canvas = ScreenCanvas(columns: 4, rows: 1)
        expect(canvas.put("abc山", row: 0, column: 0, .plain), is: 3)
        expect(Self.text(canvas), is: "abc ")
    }

    @Test(arguments: [(1, " x 山<"), (2, "  x山<"), (3, " 山<x "), (4, " 山< x")])
    func `what is written over part of a wide character leaves nothing of it`(
        column: Int, expected: String
    ) {
        var canvas = ScreenCanvas(columns: 5, rows: 1)
        canvas.put("山山", row: 0, column: 1, .plain)
        canvas.put("x", row: 0, column: column, .plain)
        expect(Self.text(canvas), is: expected)
    }

    @Test(arguments: [
        ("👩\u{200D}👩\u{200D}👧x", "👩<👩<👧<x", "a family"),
        ("👩🏽\u{200D}🚒x", "👩🏽<<<🚒<x", "somebody's work"),
        ("❤\u{FE0F}\u{200D}🔥x", "❤\u{FE0F}<🔥<x", "a heart on fire"),
        ("🏃\u{200D}♂\u{FE0F}x", "🏃<♂\u{FE0F}<x", "a runner"),
        ("👩\u{200D}", "👩\u{200D}<", "nothing to join"),
    ])
    func `a joined picture is shown in its parts, which are as wide everywhere`(
        _ text: String, _ cells: String, _ why: String
    ) {
        var canvas = ScreenCanvas(columns: 12, rows: 1)
        let end = canvas.put(text, row: 0, column: 0, .plain)
        expect(String(Self.text(canvas).prefix(cells.count)), is: cells, "\(why)")
        expect(end, is: text.columns, "\(why): as wide as is counted")
    }

    @Test(arguments: ["\u{915}\u{94D}\u{200D}\u{937}", "\u{200D}👩", "a\u{200D}👩", "", "1\u{200D}2"])
    func `joiners between anything else are kept`(_ text: String) {
        expect(Array(text.withPicturesApart().unicodeScalars), is: Array(text.unicodeScalars))
    }

    @Test func `nothing is written outside`() {
        var canvas = ScreenCanvas(columns: 3, rows: 1)
        canvas.put("abc", row: 1, column: 0, .plain)
        canvas.put("abc", row: -1, column: 0, .plain)
        canvas.put("abc", row: 0, column: -1, .plain)
        canvas.put("abc", row: 0, column: 7, .plain)
        canvas.fill(row: 9, .bar)
        expect(canvas, is: ScreenCanvas(columns: 3, rows: 1))
        #expect(canvas.row(4).isEmpty)
    }
}
