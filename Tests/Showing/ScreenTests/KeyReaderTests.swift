import Expecting
import Testing

@testable import Screen

struct KeyReaderTests {
    private static let table: [(bytes: String, keys: [ScreenKey], why: String)] = [
        ("aZ ", [.character("a"), .character("Z"), .character(" ")], "letters"),
        ("é山🎂", [.character("é"), .character("山"), .character("🎂")], "characters of many bytes"),
        ("\r\n\t\u{7F}\u{8}", [.enter, .enter, .tab, .backspace, .backspace], "controls"),
        ("\u{3}\u{C}", [.control("c"), .control("l")], "letters with Control"),
        ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left], "arrows"),
        ("\u{1B}OA\u{1B}OH\u{1B}OF\u{1B}OM", [.up, .home, .end, .enter], "keypad"),
        ("\u{1B}[5~\u{1B}[6~\u{1B}[3~", [.pageUp, .pageDown, .delete], "by number"),
        ("\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", [.home, .end, .home, .end], "home and end"),
        ("\u{1B}[1;5A\u{1B}[5;3~", [.up, .pageUp], "with Control or Alt"),
        ("\u{1B}[[Aq", [.character("q")], "a function key of the Linux console"),
        ("\u{1B}[15~q", [.character("q")], "a function key"),
        ("\u{1B}xq", [.character("q")], "a letter with Alt"),
        ("\u{1B}\u{1B}[A", [.escape, .up], "Escape, then an arrow"),
        ("\u{1B}[12\u{1B}[A", [.up], "a sequence that breaks off"),
        ("\u{1B}[99999999999999999999999999999999999999~q", [.character("q")], "a long one"),
        ("\u{0}\u{85}q", [.character("q")], "controls that no key makes"),
    ]

    @Test(arguments: table.indices)
    func `keys are read wherever they are split`(index: Int) {
        let (text, keys, why) = Self.table[index]
        let bytes = Array(text.utf8)
        for split in 0...bytes.count {
            var reader = KeyReader()
            let read = reader.take(Array(bytes[..<split])) + reader.take(Array(bytes[split...]))
            expect(read, is: keys, "\(why), split at \(split)")
        }
        var reader = KeyReader()
        expect(bytes.flatMap { reader.take([$0]) }, is: keys, "\(why), byte by byte")
    }

    @Test func `an escape alone is a key after a while`() {
        var reader = KeyReader()
        expect(reader.take([0x1B]), is: [])
        #expect(reader.isAfterEscape)
        expect(reader.endOfWait(), is: .escape)
        expect(reader.endOfWait(), is: nil)
        expect(reader.take(Array("[A".utf8)), is: [.character("["), .character("A")])
    }

    @Test(
        arguments: [
            [0xC3, 0x28], [0xE5, 0xB1, 0x71], [0xFF, 0x71], [0xC0, 0x80, 0x71], [0x80, 0x71],
            [0xED, 0xA0, 0x80, 0x71], [0xF4, 0x90, 0x80, 0x80, 0x71],
        ] as [[UInt8]])
    func `bytes that are no text are passed over`(bytes: [UInt8]) {
        var reader = KeyReader()
        let last = Character(Unicode.Scalar(bytes[bytes.count - 1]))
        expect(reader.take(bytes), is: [.character(last)])
    }
}
