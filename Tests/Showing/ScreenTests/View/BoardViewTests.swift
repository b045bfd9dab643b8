import ANCS
import EventSupport
import Expecting
import Linux
import Notices
import Testing

@testable import Board
@testable import Screen

struct BoardViewTests {
    private static let social = PicturedDay.notice(50, .social, "Nina", "now")

    @Test(
        arguments: [
            ([.down], 9), ([.down, .down], 8), ([.up], 9), ([.down, .up, .up], 9),
            ([.character("j"), .character("j"), .character("k")], 9),
            ([.end], 1), ([.end, .end, .up], 2), ([.end, .home], 9), ([.home], 9),
            ([.down, .pageDown], 5), ([.down, .pageDown, .pageDown, .pageDown], 1),
            ([.down, .character(" ")], 5), ([.end, .pageUp], 5), ([.pageDown], 9),
            ([.down, .escape], nil), ([.tab, .left, .control("x")], nil),
        ] as [([ScreenKey], UInt64?)])
    func `keys choose a row`(keys: [ScreenKey], chosen: UInt64?) {
        var pictured = PicturedView()
        pictured.list.rows = 4
        pictured.press(keys)
        expect(pictured.chosen, is: chosen)
    }

    @Test func `a choice stays with its notice, and on its place where that goes`() {
        var pictured = PicturedView()
        pictured.press(.down, .down, .down)
        expect(pictured.chosen, is: 7)
        pictured.take(.added, Self.social)
        expect(pictured.chosen, is: 7)
        pictured.take(.removed, Self.social)
        expect(pictured.chosen, is: 7)
        // The filter leaves the row in its place as the choice.
        pictured.press(.character("f"))
        pictured.type("social")
        expect(pictured.chosen, is: 6)
        pictured.press(.escape)
        expect(pictured.chosen, is: 6)
    }

    @Test func `a choice survives that the board begins anew`() {
        var pictured = PicturedView()
        pictured.press(.down, .down)
        let board = pictured.board
        pictured.board = DayBoard()
        pictured.view.beginAnew()
        expect(pictured.chosen, is: nil)
        pictured.take(.added, PicturedDay.notice(7, .voicemail, "+49 30 123456"))
        expect(pictured.chosen, is: nil, "another notice is no choice of anybody")
        expect(pictured.press(.delete), is: nil)
        pictured.board = board
        pictured.view.settle(on: pictured.board)
        expect(pictured.chosen, is: 8)
    }

    @Test func `the chosen row is seen, with what is around it`() {
        var pictured = PicturedView()
        for number in 100..<160 {
            pictured.take(.added, PicturedDay.notice(number, .social, "Nr \(number)"))
        }
        for _ in 0..<30 { pictured.press(.down) }
        let rows = pictured.drawn(40, 12).split(separator: "\n")
        expect(pictured.chosen, is: 130)
        #expect(rows[5].contains("Nr 130") && rows[5].hasSuffix("<"))
        #expect(rows[4].contains("Nr 131") && rows[6].contains("Nr 129"))
        pictured.press(.end)
        #expect(pictured.drawn(40, 12).split(separator: "\n")[10].hasSuffix("<"))
        pictured.press(.escape)
        #expect(pictured.drawn(40, 12).contains("Nr 159"))
    }

    @Test(
        arguments: [
            ("zoe", [2]), ("ZOË MÜLLER", [2]), ("muller", [2]), ("umbrella", [2]),
            ("social", [9, 6, 5, 4, 2]),
            ("missed", [3]), ("dmitr", [9]), ("Дмитрий", [9]), ("会議", [4]), ("会話", []),
            ("שלום", [5]),
            ("ogun", [8]), ("?", [2]), ("", [9, 8, 7, 6, 5, 4, 3, 2, 1]), ("+49 30", [7]),
            ("👍🏽", [6]),
        ] as [(String, [Int])])
    func `a filter finds rows by label, name and text`(text: String, wanted: [Int]) {
        var pictured = PicturedView()
        pictured.press(.character("f"))
        pictured.type(text)
        pictured.press(.enter)
        let rows = pictured.view.rows(of: pictured.board).map { Int($0.id.rawValue) }
        expect(rows, is: wanted)
    }

    @Test func `a filter is changed where it stands, and Escape ends it`() {
        var pictured = PicturedView()
        pictured.press(.character("f"))
        pictured.type("zoe")
        pictured.press(.enter)
        expect(pictured.view.filter, is: "zoe")
        pictured.press(.character("f"), .backspace, .escape)
        #expect(pictured.view.filter == "zoe" && pictured.view.prompt == nil)
        pictured.press(.down, .escape)
        #expect(pictured.view.filter == "zoe" && pictured.chosen == nil)
        pictured.press(.escape)
        expect(pictured.view, is: BoardView())
    }

    @Test func `a search begins with Enter, and Escape goes back to the day`() {
        var pictured = PicturedView()
        pictured.press(.down, .character("/"))
        pictured.type("parcel q?")
        expect(pictured.press(.enter), is: .search("parcel q?"))
        #expect(pictured.view.rows(of: pictured.board).isEmpty)
        let row = BoardRow(
            id: NoticeID(rawValue: 77), time: PicturedDay.noon, kind: Category(.email), who: "Shop")
        pictured.view.show([], of: "something else", report: "late")
        expect(pictured.view.search?.report, is: nil)
        pictured.view.show([row], of: "parcel q?", report: "found 1")
        pictured.press(.down)
        expect(pictured.chosen, is: 77)
        expect(pictured.press(.character("c"), .enter), is: .clear(NoticeID(rawValue: 77)))
        pictured.press(.escape)
        expect(pictured.chosen, is: 9)
        expect(pictured.press(.character("/"), .character(" "), .enter), is: nil)
        expect(pictured.view.search, is: nil)
    }

    @Test func `keys do what they say to a call and to a notice`() {
        var pictured = PicturedView(PicturedDay.board(ringing: ["Zoe", "Davidson Ro"]))
        let call = NoticeID(rawValue: 101)
        expect(pictured.press(.character("a")), is: .answer(call))
        expect(pictured.press(.enter), is: .answer(call))
        expect(pictured.press(.character("d")), is: .decline(call))
        expect(pictured.press(.character("a"), .enter, .delete, isSteady: false), is: nil)
        expect(pictured.view.message, is: nil)
        expect(pictured.press(.character("c")), is: nil)
        expect(pictured.view.message, is: "choose a notification first, with the arrow keys")
        for key: ScreenKey in [.character("c"), .delete] {
            expect(pictured.press(.home, key), is: nil, "it asks first")
            #expect(pictured.drawn(80, 24).contains("clear this from the phone? Enter clears it"))
            #expect(pictured.drawn(80, 24).contains("any other key keeps it: Дмитрий"))
            expect(pictured.press(.enter), is: .clear(NoticeID(rawValue: 9)))
            expect(pictured.view.clearQuestion, is: nil)
        }
        expect(pictured.view.message, is: nil)
        pictured.list.rows = 0
        expect(pictured.press(.delete), is: nil)
        pictured.list.rows = 4
        expect(pictured.press(.end, .delete), is: nil)
        expect(pictured.view.message, is: "no longer on the phone: Print Shop")
        expect(pictured.press(.control("z")), is: .suspend)
    }

    @Test(arguments: [.character("c"), .delete, .escape, .down, .character("a")] as [ScreenKey])
    func `any other key than Enter keeps the notice, and does nothing else`(key: ScreenKey) {
        var pictured = PicturedView(PicturedDay.board(ringing: ["Zoe"]))
        expect(pictured.press(.down, .character("c"), key), is: nil)
        #expect(pictured.view.clearQuestion == nil && pictured.chosen == 9)
    }

    @Test func `an answer for what was there before clears nothing`() {
        var pictured = PicturedView()
        pictured.press(.down, .character("c"))
        expect(pictured.press(.enter, isSteady: false), is: nil)
        expect(pictured.view.clearQuestion?.id, is: NoticeID(rawValue: 9), "it is still asked")
        pictured.view.beginAnew()
        expect(pictured.view.clearQuestion, is: nil)
    }

    @Test func `Enter answers a call only if it is for nothing else and has rung for a while`() {
        let call = BoardAction.answer(NoticeID(rawValue: 100))
        var pictured = PicturedView(PicturedDay.board(ringing: ["Zoe"]))
        expect(pictured.press(.enter), is: call)
        expect(pictured.press(.enter, isCallSteady: false), is: nil)
        expect(
            pictured.view.message,
            is: "the call has just begun to ring: a answers it, d declines it"
        )
        expect(pictured.press(.character("a"), isCallSteady: false), is: call)
        expect(pictured.press(.down, .enter), is: .open(NoticeID(rawValue: 9)))
        expect(pictured.press(.enter), is: nil, "it closes what is read")
        expect(pictured.press(.escape, .character("?"), .enter), is: nil, "the help is open")
        pictured.press(.escape, .character("/"))
        pictured.type("parcel")
        expect(pictured.press(.enter, .enter), is: nil, "a search is there")
        expect(pictured.press(.escape, .enter), is: call)
    }

    @Test func `where no call rings, that is said`() {
        var pictured = PicturedView()
        for key: ScreenKey in [.character("a"), .character("d")] {
            expect(pictured.press(key), is: nil)
            expect(pictured.view.message, is: "no call rings")
            pictured.press(.up)
            expect(pictured.view.message, is: nil)
        }
    }

    @Test func `letters are text where somebody types, and Control-C quits everywhere`() {
        var pictured = PicturedView(PicturedDay.board(ringing: ["Zoe"]))
        for key: ScreenKey in [.character("/"), .character("f")] {
            pictured.press(key)
            expect(pictured.press(.character("q"), .character("a"), .delete, .tab), is: nil)
            expect(pictured.view.prompt?.line.text, is: "qa")
            expect(pictured.press(.control("c")), is: .quit)
            pictured.press(.escape)
        }
        expect(pictured.press(.character("?"), .control("c")), is: .quit)
        expect(pictured.press(.character("q")), is: .quit)
        expect(pictured.press(.down, .character("c")), is: nil, "not from under the help")
        pictured.press(.escape)
        expect(pictured.view.helpLine, is: nil)
    }

    @Test func `the help is read to its end, and no farther`() {
        var pictured = PicturedView()
        pictured.list = ListArea(columns: 20, rows: 3)
        pictured.press(.character("?"), .end)
        let end = pictured.drawn(20, 4)
        #expect(end.contains("q     quit; ^C does"))
        pictured.press(.up)
        #expect(pictured.drawn(20, 4) != end)
        pictured.press(.home)
        #expect(pictured.drawn(20, 4).hasPrefix("a     answer the"))
        pictured.press(.character("?"))
        expect(pictured.view, is: BoardView())
    }
}
