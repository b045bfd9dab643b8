import Board
import Expecting
import Linux
import Notices
import Testing

@testable import Screen

/// An app that is muted from a board.
struct MutingTests {
    @Test(
        arguments: [
            (.character("1"), .hours(1)), (.character("8"), .hours(8)), (.character("t"), .today),
            (.character("u"), .ended), (.escape, nil), (.character("q"), nil), (.down, nil),
        ] as [(ScreenKey, BoardAction.MuteTime?)])
    func `a key asks for how long, and another answers`(key: ScreenKey, time: BoardAction.MuteTime?)
    {
        var pictured = PicturedView()
        expect(pictured.press(.down, .character("m")), is: nil)
        #expect(pictured.drawn(80, 24).contains("mute Messages? 1: an hour"))
        let wish = time.map { BoardAction.mute(app: "com.apple.MobileSMS", $0) }
        expect(pictured.press(key), is: wish)
        expect(pictured.view.muteQuestion, is: nil)
        expect(pictured.chosen, is: 9, "the key did nothing else")
    }

    @Test func `without a notice there is no app to mute`() {
        var pictured = PicturedView()
        pictured.press(.character("m"))
        expect(pictured.view.muteQuestion, is: nil)
        expect(pictured.view.message, is: "choose a notification first, with the arrow keys")
    }

    @Test func `the last row says what is muted`() {
        var pictured = PicturedView()
        pictured.view.mutes = ["Messages until 18:00"]
        #expect(pictured.drawn(120, 24).contains("muted: Messages until 18:00"))
        pictured.view.mutes.append("Mail until midnight")
        #expect(pictured.drawn(80, 24).contains("2 muted"))
    }
}
