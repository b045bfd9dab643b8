import Expecting
import Support
import Testing

@testable import LCD

struct LCDCommandTests {
    static let texts = [
        "Zoe", "", " ", "a\" b", "\\", "\\\"", "x\" 1 1\nscreen_del board\n", "\n", "\r\0",
        "{", "}", "{x} {", "\\n\\r\\t", "\"\"\"\"", "tab\there", "bye\0bye",
    ]

    @Test(arguments: texts)
    func `no text is a command, nor anything but one word`(text: String) throws {
        let bytes = Array(text.utf8)
        let widget = LCDWidget.text(bytes, column: 1, row: 2, width: 16)
        let line = LCDCommand.setWidget(.board, "row2", widget).line
        let lines = LCDWords.lines(of: line)
        try #require(lines.count == 1)
        let words = try #require(LCDWords.of(lines[0]))
        expect(words.count, is: 10)
        expect(words.last, is: bytes.map { $0 < 0x20 ? 0x20 : $0 })
    }

    @Test func `no bytes at all leave their word`() throws {
        var random = RepeatableRandom(seed: 20)
        for _ in 0..<2_000 {
            let text = (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
            let lines = LCDWords.lines(of: LCDCommand.setName(text).line)
            try #require(lines.count == 1)
            let words = try #require(LCDWords.of(lines[0]))
            expect(words.count, is: 3)
            expect(words.last?.count, is: text.count)
            expect(words.last?.contains { $0 < 0x20 || (0x7F..<0xA0).contains($0) }, is: false)
        }
    }

    @Test func `commands are what the server knows`() {
        let commands: [(LCDCommand, String)] = [
            (.hello, "hello"), (.noop, "noop"), (.addScreen(.call), "screen_add call"),
            (.setScreen(.call, .priority(.alert)), "screen_set call -priority alert"),
            (.setScreen(.call, .backlight("flash")), "screen_set call -backlight flash"),
            (.setScreen(.board, .heartbeatOff), "screen_set board -heartbeat off"),
            (.setScreen(.board, .turn(64)), "screen_set board -duration 64"),
            (
                .addWidget(.board, "row1", .text([], column: 1, row: 1, width: 20)),
                "widget_add board row1 scroller"
            ),
            (
                .setWidget(.board, "a", .icon(.missed, column: 3, row: 2)),
                "widget_set board a 3 2 ARROW_DOWN"
            ),
            (.removeWidget(.board, "a"), "widget_del board a"),
            (.addKey("Enter"), "client_add_key \"Enter\""),
            (.removeKey("A B"), "client_del_key \"A B\""),
        ]
        for (command, line) in commands { expect(command.line, is: Array((line + "\n").utf8)) }
    }
}
