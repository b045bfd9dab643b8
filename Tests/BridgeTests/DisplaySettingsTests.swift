import ANCS
import Board
import Linux
import Notices
import Outlets
import Settings
import Testing

@testable import Bridge

/// The sections of displays.
struct DisplaySettingsTests {
    private func settings(_ text: String) throws -> BridgeSettings {
        var draft = SettingsDraft(SettingsSections.table)
        draft.read(Array(text.utf8), file: "test.conf")
        return BridgeSettings(try draft.finished { BridgeSettings($0).problems })
    }

    private func problems(_ text: String) -> [String] {
        do {
            _ = try settings(text)
            return []
        } catch {
            return "\(error)".split(separator: "\n").map(String.init)
        }
    }

    @Test func `a header is all that has to be said`() throws {
        let displays = try settings("[console]\n[lcd]\n").displays
        #expect(displays.consoles.map(\.title) == ["console (/dev/tty1)"])
        #expect(displays.consoles.map(\.options) == [ScreenOptions()])
        #expect(displays.lcds.map(\.title) == ["lcd (127.0.0.1:13666)"])
        #expect(displays.lcds.map(\.options) == [LCDOptions()])
        #expect(try settings("").displays == DisplayPlans())
    }

    private static let board = BoardOptions(
        detail: .names, quietHours: Hours(from: 22 * 60, to: 7 * 60, days: [.saturday]),
        quietCalls: true, categories: [Category(.incomingCall)])
    private static let shown = """
        detail = names
        quiet-hours = 22:00-07:00
        quiet-days = sat
        quiet-calls = yes
        categories = call
        """

    @Test func `every key reaches the terminal`() throws {
        let display = try #require(
            try settings(
                """
                [console hall]
                device = /dev/tty2
                charset = ascii
                colours = no
                night = 21:00-06:00
                blank-after = 30m
                \(Self.shown)
                """
            ).displays.consoles.first)
        #expect(display.kind == "console hall")
        #expect(display.device == "/dev/tty2")
        #expect(
            display.options
                == ScreenOptions(
                    board: Self.board, isUTF8: false, isColored: false,
                    nightHours: Hours(from: 21 * 60, to: 6 * 60), blankAfter: .seconds(1800)))
    }

    @Test func `every key reaches the character display`() throws {
        let display = try #require(
            try settings(
                """
                [lcd]
                host = sign.local
                port = 99
                name = Hall
                charset = ascii
                backlight = news
                keys = answer Enter, decline Escape, clear Enter
                \(Self.shown)
                """
            ).displays.lcds.first)
        #expect(display.title == "lcd (sign.local:99)")
        #expect(
            display.options
                == LCDOptions(
                    name: "Hall", characters: .ascii, backlight: .news,
                    keys: [.answer: "Enter", .decline: "Escape", .clear: "Enter"],
                    board: Self.board))
    }

    @Test(arguments: [
        (
            "[console]\n[console b]\ndevice = /dev/../dev/tty1",
            "test.conf:3: [console b] device is that of [console] too",
            "two displays would draw over each other"
        ),
        (
            "[console]\n[console b]\n", "test.conf:2: [console b] device is that of [console] too",
            "the same device by default"
        ),
        (
            "[lcd]\n[lcd]", "test.conf:2: [lcd] stands here and in line 1",
            "without a name there is one"
        ),
        (
            "[lcd]\nport = 65536",
            "test.conf:2: [lcd] port wants a whole number from 1 to 65535, not '65536'", "no port"
        ),
        (
            "[lcd]\nkeys = Enter",
            "test.conf:2: [lcd] keys wants answer, decline or clear, and behind it the name of a key, "
                + "such as answer Enter, not 'Enter'", "no meaning"
        ),
        (
            "[lcd]\nkeys = answer Enter, answer Up",
            "test.conf:2: [lcd] keys has more than one key for answer", "only one would hold"
        ),
        (
            "[lcd]\nkeys = answer Enter, decline Enter",
            "test.conf:2: [lcd] keys has one key for answer and decline", "which is it?"
        ),
        (
            "[console]\nblank-after = 0s",
            "test.conf:2: [console] blank-after wants a time from 1s to 7d, such as 10s, 5m, 2h or 30d, not '0s'",
            "it would never show anything"
        ),
    ])
    func `mistakes are told with what would be right`(text: String, problem: String, why: String) {
        #expect(problems(text) == [problem], "\(why)")
    }

    @Test func `displays are meant by their sections`() throws {
        let displays = try settings("[console]\n[lcd]\n[lcd hall]").displays
        #expect(try displays.meant(by: nil).all.map(\.kind) == ["console", "lcd", "lcd hall"])
        #expect(try displays.meant(by: "lcd hall").all.map(\.kind) == ["lcd hall"])
        for (name, sentence) in [
            ("lcd wall", "no display is called lcd wall; there is console, lcd, lcd hall"),
            ("hall", "no display is called hall; there is console, lcd, lcd hall"),
        ] {
            #expect(throws: DisplayAbsence(sentence: sentence)) { try displays.meant(by: name) }
        }
        #expect(throws: DisplayAbsence.self) { try DisplayPlans().meant(by: nil) }
    }
}
