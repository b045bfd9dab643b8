import ANCS
import Board
import EventSupport
import Expecting
import Linux
import Notices
import Testing

@testable import Screen

/// A notice that is read over the list.
struct ReadingTests {
    private static let long = String(repeating: "Every word of it counts. ", count: 60) + "The end."

    /// A person who has chosen a long mail, which is the newest notification.
    private static func reader(ringing: [String] = []) -> PicturedView {
        var pictured = PicturedView(PicturedDay.board(ringing: ringing))
        pictured.take(
            .added,
            PicturedDay.notice(
                60, .email, "Print Shop", long, appID: "com.apple.mobilemail", app: "Mail"))
        pictured.press(.down)
        return pictured
    }

    @Test(arguments: [.enter, .right] as [ScreenKey])
    func `a key opens the chosen notice, and others go back`(key: ScreenKey) {
        for back: ScreenKey in [.escape, .left, .enter] {
            var pictured = Self.reader()
            expect(pictured.press(key), is: .open(NoticeID(rawValue: 60)))
            expect(pictured.view.open?.page.text, is: "Print Shop\n\(Self.long)")
            expect(pictured.press(back), is: nil)
            expect(pictured.view.open, is: nil)
            expect(pictured.chosen, is: 60)
        }
    }

    @Test(arguments: [.enter, .right] as [ScreenKey])
    func `a key opens the chosen notice while a call rings too, however long`(key: ScreenKey) {
        for isSteady in [true, false] {
            var pictured = Self.reader(ringing: ["Zoe"])
            expect(
                pictured.press([key], isSteady: isSteady, isCallSteady: isSteady),
                is: .open(NoticeID(rawValue: 60)))
            expect(pictured.press(.enter), is: nil)
            expect(pictured.view.open, is: nil)
        }
    }

    @Test func `where nothing is chosen, how to choose is said`() {
        for key: ScreenKey in [.enter, .right] {
            var pictured = PicturedView()
            expect(pictured.press(key), is: nil)
            expect(pictured.view.message, is: "choose a notification first, with the arrow keys")
        }
    }

    @Test(arguments: [(20, 4), (40, 12), (80, 24), (200, 60)])
    func `every word is on some screen, and nothing is cut`(columns: Int, rows: Int) {
        var pictured = Self.reader()
        pictured.press(.enter)
        var shown: [String] = []
        for _ in 0..<500 {
            pictured.look(columns, rows)
            let lines = pictured.drawn(columns, rows).split(
                separator: "\n", omittingEmptySubsequences: false)
            shown.append(String(lines.first ?? ""))
            guard let top = pictured.view.open?.top, top < pictured.list.lastTop else {
                shown += lines.dropFirst().prefix(rows - 2).map(String.init)
                break
            }
            pictured.press(.down)
        }
        // Without spaces: lines are broken there, and within words that are longer than they are.
        let text = shown.joined().filter { $0 != " " }
        #expect(text.contains(Self.long.filter { $0 != " " }))
        #expect(!text.contains("…"))
        #expect(text.contains("com.apple.mobilemail"))
    }

    @Test func `keys scroll what is read to its end, and no farther`() {
        var pictured = Self.reader()
        pictured.press(.enter)
        pictured.look(40, 12)
        let keys: [(ScreenKey, Int)] = [
            (.down, 1), (.pageDown, 12), (.up, 11), (.pageUp, 0), (.up, 0), (.character(" "), 11),
            (.end, pictured.list.lastTop), (.down, pictured.list.lastTop), (.home, 0),
        ]
        for (key, top) in keys {
            pictured.press(key)
            expect(pictured.view.open?.top, is: top, "\(key)")
        }
        expect(pictured.chosen, is: 60, "the list stays where it is")
    }

    @Test func `what is read is copied whole, and cleared where it can be`() {
        var pictured = Self.reader()
        expect(pictured.press(.character("y")), is: .copyCode, "nothing is read yet")
        pictured.press(.enter)
        expect(pictured.press(.character("y")), is: .copy("Print Shop\n\(Self.long)"))
        expect(pictured.press(.character("c"), .enter), is: .clear(NoticeID(rawValue: 60)))
        #expect(pictured.view.open != nil)
        expect(pictured.press([.character("c")], isSteady: false), is: nil)
        pictured.take(.removed, PicturedDay.notice(60, .email, "Print Shop", Self.long))
        expect(pictured.press(.character("c")), is: nil)
        expect(pictured.view.message, is: "no longer on the phone: Print Shop")
    }

    @Test func `what changes is read as it is now`() {
        var pictured = Self.reader()
        pictured.press(.enter)
        pictured.take(.modified, PicturedDay.notice(60, .email, "Print Shop", "Shorter."))
        expect(pictured.view.open?.page.lines, is: ["Shorter."])
        pictured.take(.modified, PicturedDay.notice(2, .social, "Zoë Müller", "other"))
        expect(pictured.view.open?.page.lines, is: ["Shorter."])
    }

    @Test func `of what is not here any more there is the row`() {
        var pictured = PicturedView()
        pictured.press(.down, .enter)
        expect(pictured.view.open?.page.text, is: "Дмитрий\nБуду в семь")
    }

    @Test func `a hit of a search is read with all its words`() {
        var pictured = PicturedView()
        pictured.press(.character("/"))
        pictured.type("word")
        pictured.press(.enter)
        let notice = PicturedDay.notice(70, .social, "Zoe", Self.long)
        let row = BoardRow(notice, at: PicturedDay.noon, .full)
        pictured.view.show([row], [notice.id: notice], of: "word", report: "found 1")
        expect(pictured.press(.down, .enter), is: .open(notice.id))
        expect(pictured.view.search?.notices[notice.id], is: notice)
        pictured.press(.escape)
        #expect(pictured.view.search != nil, "one step back is the search")
    }
}
