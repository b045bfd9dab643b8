import Expecting
import Testing

@testable import Screen

struct TypedLineTests {
    private static func typed(_ text: String) -> [ScreenKey] { text.map { .character($0) } }

    @Test(
        arguments: [
            (typed("zoe"), "zoe", 3),
            (typed("zoe") + [.backspace], "zo", 2),
            (typed("zoe") + [.left, .backspace], "ze", 1),
            (typed("zoe") + [.left, .left, .delete], "ze", 1),
            (typed("zoe") + [.home, .backspace, .left, .character("a")], "azoe", 1),
            (typed("zoe") + [.end, .delete, .right], "zoe", 3),
            (typed("zoe ro") + [.control("u")], "", 0),
            (typed("zoe ro") + [.left, .control("u")], "o", 0),
            (typed("zoe ro") + [.control("a"), .right, .control("k")], "z", 1),
            (typed("zoe ro ") + [.control("w")], "zoe ", 4),
            (typed("zoe ro") + [.control("w"), .control("w"), .control("w")], "", 0),
            (typed("山田") + [.left, .character("本")], "山本田", 2),
            (typed("山田") + [.backspace], "山", 1),
            (typed("👩‍👩‍👧x") + [.backspace, .backspace], "", 0),
            ([.character("e"), .character("\u{308}"), .character("x"), .left, .left], "ëx", 0),
            (typed("ab") + [.tab, .up, .down, .pageUp, .escape, .enter, .control("y")], "ab", 2),
            ([.backspace, .delete, .left, .right, .home, .end], "", 0),
        ] as [([ScreenKey], String, Int)])
    func `keys edit a line`(keys: [ScreenKey], text: String, cursor: Int) {
        var line = TypedLine()
        for key in keys { line.take(key) }
        expect(line.text, is: text)
        expect(line.cursor, is: cursor)
    }

    @Test func `a line has an end`() {
        var line = TypedLine()
        for _ in 0..<1_000 { line.take(.character("x")) }
        expect(line.text.count, is: TypedLine.limit)
        line.take(.home)
        line.take(.character("y"))
        expect(line.text.first, is: "x")
    }

    @Test func `any keys leave the cursor in the line`() {
        let keys: [ScreenKey] = [
            .left, .right, .home, .end, .backspace, .delete, .control("w"), .control("k"),
            .character(" "), .character("a"), .character("\u{301}"), .character("🇩"),
            .character("🇪"), .character("\u{200D}"), .character("👩"), .character("\u{1F3FD}"),
        ]
        var line = TypedLine()
        var number: UInt64 = 7
        for _ in 0..<20_000 {
            number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            line.take(keys[Int(number >> 33) % keys.count])
            #expect((0...line.text.count).contains(line.cursor))
        }
    }
}
