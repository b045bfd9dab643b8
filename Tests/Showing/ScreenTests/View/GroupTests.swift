import ANCS
import Board
import EventSupport
import Expecting
import Linux
import Notices
import Testing

@testable import Image
@testable import Screen

/// Rows that are folded on a board, and what keys do with them.
struct GroupTests {
    /// A day with a thread of four, from 83 down to 80, and another message after it.
    private static func person() -> PicturedView {
        var pictured = PicturedView()
        for number in 80...83 {
            pictured.take(.added, PicturedDay.notice(number, .social, "Nina", "message \(number)"))
        }
        pictured.take(.added, PicturedDay.notice(90, .social, "Zoë Müller", "now"))
        return pictured
    }

    private static func ids(_ pictured: PicturedView) -> [UInt64] {
        pictured.view.rows(of: pictured.board).map(\.id.rawValue)
    }

    @Test func `a thread is one row with a number, and the newest words`() {
        let pictured = Self.person()
        expect(Self.ids(pictured).prefix(3), is: [90, 83, 9])
        let drawn = pictured.drawn(80, 24)
        #expect(drawn.contains("Nina (4)"))
        #expect(drawn.contains("message 83") && !drawn.contains("message 82"))
    }

    @Test func `a group is opened, read in, and folded again`() {
        var pictured = Self.person()
        pictured.press(.down, .down)
        expect(pictured.press(.enter), is: nil)
        expect(Self.ids(pictured).prefix(6), is: [90, 83, 82, 81, 80, 9])
        #expect(pictured.drawn(80, 24).contains("- Nina"))
        pictured.press(.down)
        expect(pictured.press(.enter), is: .open(NoticeID(rawValue: 82)))
        pictured.press(.escape)
        pictured.press(.escape)
        expect(Self.ids(pictured).prefix(3), is: [90, 83, 9])
        expect(pictured.chosen, is: 83, "the group is chosen in place of its notice")
        pictured.press(.right, .left)
        expect(Self.ids(pictured).prefix(3), is: [90, 83, 9])
    }

    @Test func `a choice stays with a group to which more comes`() {
        var pictured = Self.person()
        pictured.press(.down, .down)
        pictured.take(.added, PicturedDay.notice(84, .social, "Nina", "one more"))
        expect(pictured.chosen, is: 84)
        #expect(pictured.drawn(80, 24).contains("Nina (5)"))
    }

    @Test func `a group is not cleared with one key`() {
        var pictured = Self.person()
        expect(pictured.press(.down, .down, .character("c")), is: nil)
        expect(
            pictured.view.message, is: "this row has 4 notifications; Enter shows them one by one")
        expect(pictured.press(.enter, .character("c"), .enter), is: .clear(NoticeID(rawValue: 83)))
    }

    @Test func `a key folds rows otherwise, and says how`() {
        var pictured = Self.person()
        pictured.press(.character("g"))
        expect(pictured.view.message, is: "notifications of one app share a row")
        expect(Self.ids(pictured).first, is: 90)
        #expect(pictured.drawn(80, 24).contains("Messages (11)"))
        pictured.press(.character("g"))
        expect(pictured.view.message, is: "every notification has its own row")
        expect(Self.ids(pictured).prefix(6), is: [90, 83, 82, 81, 80, 9])
        pictured.press(.character("g"))
        expect(Self.ids(pictured).prefix(3), is: [90, 83, 9])
    }

    @Test func `the number of a group is never cut`() {
        var pictured = PicturedView()
        for number in 80...91 {
            let who = "A name that is longer than any column for names has room for"
            pictured.take(.added, PicturedDay.notice(number, .social, who, "text"))
        }
        for (columns, rows) in [(20, 4), (40, 12), (80, 24), (200, 60)] {
            #expect(pictured.drawn(columns, rows).contains("(12)"), "\(columns)x\(rows)")
        }
    }
}
