import Expecting
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
