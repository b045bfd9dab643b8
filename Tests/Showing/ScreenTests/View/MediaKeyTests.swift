import Board
import EventSupport
import Expecting
import Linux
import Notices
import Outlets
import Support
import Testing

@testable import Screen

/// Keys of a board for the media player of a phone.
struct MediaKeyTests {
    private static let keys: [(key: Character, command: MediaCommand)] = [
        ("p", .toggle), ("n", .next), ("b", .previous), ("+", .louder), ("=", .louder),
        ("-", .softer),
    ]

    @Test func `a key is a command, whatever is on the screen`() {
        for (key, command) in Self.keys {
            var pictured = PicturedView()
            expect(pictured.press(.character(key), isSteady: false), is: .media(command), "list")
            pictured.press(.down)
            expect(pictured.press(.character(key)), is: .media(command), "a chosen row")
            expect(pictured.chosen, is: PicturedView.first, "the row stays chosen")
            pictured.press(.enter)
            expect(pictured.press(.character(key)), is: .media(command), "an open notification")
            pictured.press(.character("?"))
            expect(pictured.press(.character(key)), is: .media(command), "help")
            #expect(pictured.view.helpLine != nil)
        }
    }

    @Test func `in a line that is typed it is a letter, and it answers no question`() {
        for (key, _) in Self.keys {
            var pictured = PicturedView()
            pictured.press(.character("f"))
            expect(pictured.press(.character(key)), is: nil)
            expect(pictured.view.filterText, is: String(key))
            pictured.press(.escape, .down, .character("c"))
            #expect(pictured.view.clearQuestion != nil)
            expect(pictured.press(.character(key)), is: nil, "it keeps the notification")
            pictured.press(.character("m"))
            expect(pictured.press(.character(key)), is: nil, "it mutes nothing")
        }
    }

    @Test func `help names the keys where they have an effect`() {
        func keys(_ canAct: Bool) -> [String] {
            ScreenHelp(columns: 80, canAct: canAct).lines.map(\.key)
        }
        #expect(Set(keys(true)).isSuperset(of: ["p", "n", "+"]))
        #expect(Set(keys(false)).isDisjoint(with: ["p", "n", "+"]))
    }

    @Test func `what plays is in the last row, as far as there is room`() {
        for (event, columns, isUTF8, expected, why) in [
            (Events.played("One", by: "Zoë"), 80, true, "♪ One – Zoë", "title and artist"),
            (Events.played("", by: "Zoë"), 80, true, "♪ Zoë", "no title"),
            (Events.played("", player: ""), 80, true, nil, "nothing to read"),
            (Events.played("One", .paused), 80, true, nil, "a pause"),
            (Events.played("One"), 80, false, "(music) One", "ASCII"),
            (
                Events.played(String(repeating: "山", count: 60)), 80, true,
                "ready  ♪ " + String(repeating: "山", count: 31) + "…", "wide characters"
            ),
            (
                Events.played("\u{1B}]0;x\u{7}\u{202E}One\r\n"), 80, true, "♪ ]0;xOne",
                "sequences of a terminal"
            ),
        ] as [(BridgeEvent, Int, Bool, String?, String)] {
            var board = DayBoard()
            let phone = PhoneName("Mara's iPhone")
            _ = board.take(.phone(.ready, phone, at: PicturedDay.noon), at: .zero)
            _ = board.take(event, at: .zero)
            let pictured = PicturedView(board)
            let last = pictured.drawn(columns, 24, isUTF8: isUTF8).split(separator: "\n").last
            if let expected {
                #expect(last?.contains(expected) == true, "\(why): \(last ?? "")")
            } else {
                #expect(last?.contains("♪") == false, "\(why): \(last ?? "")")
            }
            _ = board.take(.media(nil, phone, at: PicturedDay.noon), at: .zero)
            let after = PicturedView(board).drawn(columns, 24, isUTF8: isUTF8)
            #expect(!after.contains("♪") && !after.contains("(music)"), "the player is gone")
        }
    }

    /// The keyboard of a display of the bridge.
    @Suite(.onLoop) struct Console {
        @Test(
            arguments: [
                (DeviceResult<PhoneName>.performed(PhoneName("Ann\u{1B}")), "next: done on Ann"),
                (.refused("the player does not offer this command now"), nil),
            ] as [(DeviceResult<PhoneName>, String?)])
        func `a key reaches the player, and the outcome is shown`(
            result: DeviceResult<PhoneName>, expected: String?
        ) async throws {
            try await LoopThread.run {
                let watched = try WatchedTerminal()
                let pace = Pace.leaping()
                let screen = ScreenOutlet(watched.pseudo.path, pace: pace, tell: { _ in })
                let asked = Asked()
                ConsoleKeyboard(
                    detail: .full, codes: .hide,
                    act: { _, _, done in done(.refused("not this")) },
                    control: { command, done in
                        asked.commands.append(command)
                        done(result)
                    }
                ).attach(to: screen)
                screen.pressed(.character("n"))
                expect(asked.commands, is: [.next])
                expect(
                    screen.view.message,
                    is: expected ?? "the player does not offer this command now")
                var isShown: [Bool] = []
                for seconds in [1, 3, 9, 11] {
                    pace.after(.seconds(seconds)) { isShown.append(screen.view.message != nil) }
                }
                expect(await eventually { isShown.count == 4 })
                expect(
                    isShown, is: [true, expected == nil, expected == nil, false],
                    "the title behind it is seen soon, and a refusal can be read")
                screen.finish(within: nil) {}
            }
        }

        @LoopActor
        private final class Asked {
            var commands: [MediaCommand] = []
        }
    }
}
