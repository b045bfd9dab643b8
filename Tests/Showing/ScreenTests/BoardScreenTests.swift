import EventSupport
import Expecting
import Linux
import Notices
import Testing

@testable import Board
@testable import Screen

struct BoardScreenTests {
    struct Size: CustomTestStringConvertible {
        let columns: Int
        let rows: Int
        var testDescription: String { "\(columns)x\(rows)" }
    }

    private static let sizes = [(20, 4), (40, 12), (80, 24), (132, 43), (200, 60)]
        .map { Size(columns: $0.0, rows: $0.1) }
    private static let callers: [(name: String, who: String)] = [
        ("ring", "Davidson Ro"), ("ring-marks", "Zoë Müller 🎉"), ("ring-wide", "山田太郎"),
        ("ring-cyrillic", "Дмитрий Йодль"), ("ring-right-to-left", "שלום כהן"),
    ]

    /// What a terminal shows once a screen was drawn on it.
    private static func drawn(_ canvas: ScreenCanvas) -> String {
        var terminal = DrawnTerminal(columns: canvas.columns, rows: canvas.rows)
        terminal.take(ScreenDiff.bytes(from: nil, to: canvas, .day))
        return terminal.text
    }

    @Test(arguments: sizes, [true, false])
    func `a quiet day looks like its picture`(size: Size, isUTF8: Bool) throws {
        let canvas = PicturedDay.canvas(
            PicturedDay.board(), size.columns, size.rows, isUTF8: isUTF8)
        let drawn = Self.drawn(canvas)
        let name = "quiet-\(size.testDescription)" + (isUTF8 ? "" : "-ascii")
        try expect(drawn, is: PicturedDay.picture(name, drawn: drawn))
        if !isUTF8 { #expect(drawn.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) }) }
    }

    @Test(arguments: sizes, [true, false])
    func `things and persons look like their picture`(size: Size, isUTF8: Bool) throws {
        let canvas = PicturedDay.canvas(
            PicturedDay.boardOfThings(), size.columns, size.rows, isUTF8: isUTF8)
        let drawn = Self.drawn(canvas)
        let name = "things-\(size.testDescription)" + (isUTF8 ? "" : "-ascii")
        try expect(drawn, is: PicturedDay.picture(name, drawn: drawn))
        if !isUTF8 { #expect(drawn.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) }) }
    }

    @Test(arguments: sizes, [false, true])
    func `a board of many phones says on which each notice is`(size: Size, rings: Bool) throws {
        let options = BoardOptions(namesPhones: true)
        let board = PicturedDay.board(ringing: rings ? ["Davidson Ro"] : [], options)
        let drawn = Self.drawn(PicturedDay.canvas(board, size.columns, size.rows))
        let name = "phones-\(rings ? "ring-" : "")\(size.testDescription)"
        try expect(drawn, is: PicturedDay.picture(name, drawn: drawn))
    }

    @Test(arguments: sizes, callers.indices)
    func `a call that rings looks like its picture`(size: Size, caller: Int) throws {
        let (name, who) = Self.callers[caller]
        let canvas = PicturedDay.canvas(
            PicturedDay.board(ringing: [who]), size.columns, size.rows)
        let drawn = Self.drawn(canvas)
        let picture = try PicturedDay.picture("\(name)-\(size.testDescription)", drawn: drawn)
        expect(drawn, is: picture)
    }

    @Test(arguments: sizes)
    func `a call rings in ASCII as well`(size: Size) throws {
        let canvas = PicturedDay.canvas(
            PicturedDay.board(ringing: ["Davidson Ro"]), size.columns, size.rows, isUTF8: false)
        let drawn = Self.drawn(canvas)
        let picture = try PicturedDay.picture(
            "ring-\(size.testDescription)-ascii", drawn: drawn)
        expect(drawn, is: picture)
        #expect(drawn.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) })
    }

    @Test func `who says nothing has the room of what would be said`() {
        var board = DayBoard()
        let text = Notice(
            showing: "The washing machine is done, and the dryer too", id: NoticeID(rawValue: 1),
            on: "hall", flags: [], at: PicturedDay.noon)
        _ = board.take(.notice(.added, text, at: PicturedDay.noon), at: .zero)
        let drawn = Self.drawn(PicturedDay.canvas(board, 80, 24))
        #expect(
            drawn.contains("OTHER  The washing machine is done, and the dryer too\n"), "\(drawn)")
    }

    @Test func `of two calls that ring the newer is large, and the other in a line below`() throws {
        let board = PicturedDay.board(ringing: ["Zoe", "Davidson Ro"])
        let drawn = Self.drawn(PicturedDay.canvas(board, 80, 24))
        try expect(drawn, is: PicturedDay.picture("ring-two-80x24", drawn: drawn))
    }

    @Test func `light and dark change with each second of a ring`() {
        let board = PicturedDay.board(ringing: ["Zoe"])
        let tones = (0...3).map { second in
            PicturedDay.canvas(board, 80, 24, seconds: second).row(1).first?.tone
        }
        expect(tones, is: [.flash, .ringing, .flash, .ringing])
    }

    @Test func `what is gone is dim, and what was missed stands out`() {
        let canvas = PicturedDay.canvas(PicturedDay.board(), 80, 24)
        #expect(canvas.row(8).allSatisfy { $0.tone == .dim || $0.character == " " })
        #expect(canvas.row(6).contains { $0.tone == .missed })
    }

    @Test func `no size is too small or too large`() {
        let board = PicturedDay.board(ringing: ["Zoë 👩‍👩‍👧", "山田太郎"])
        for columns in [-1, 0, 1, 2, 3, 5, 7, 13, 19, 499, 1_000_000] {
            for rows in [Int.min, 0, 1, 2, 3, 4, 5, 7, 199, Int.max] {
                for isUTF8 in [true, false] {
                    let canvas = PicturedDay.canvas(board, columns, rows, isUTF8: isUTF8)
                    #expect((1...ScreenCanvas.columnLimit).contains(canvas.columns))
                    #expect((1...ScreenCanvas.rowLimit).contains(canvas.rows))
                }
            }
        }
    }

    @Test(arguments: [
        (Duration.zero, "0:00"), (.seconds(-5), "0:00"), (.seconds(61), "1:01"),
        (.seconds(3_600 + 121), "1:02:01"), (.seconds(36_000), "10:00:00"),
    ])
    func `the age of a call is read like a clock`(age: Duration, words: String) {
        let call = BoardCall(
            id: NoticeID(rawValue: 1), who: "Zoe", state: .answered, since: PicturedDay.noon,
            began: .seconds(10))
        expect(call.age(at: .seconds(10) + age), is: words)
    }
}
