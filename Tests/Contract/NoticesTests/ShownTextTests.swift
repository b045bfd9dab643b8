import ANCS
import Expecting
import Linux
import Testing

@testable import Notices

/// Texts that somebody has the host show.
struct ShownTextTests {
    private static let now = WallTime(milliseconds: 1_772_442_242_000)

    private static func notice(_ text: String, flags: EventFlags = []) -> Notice {
        Notice(showing: text, id: NoticeID(rawValue: 1), on: "hall", flags: flags, at: now)
    }

    private static let longest = String(repeating: "x", count: Notice.longestShownTitle)

    @Test(arguments: [
        ("Tea is ready", "Tea is ready", "", "one line"),
        (" \n Tea is ready \n\n", "Tea is ready", "", "white space around it"),
        ("Dinner\nCome down", "Dinner", "Come down", "two lines"),
        ("Dinner \r\n\r\n Come\r\ndown ", "Dinner", "Come\r\ndown", "lines of another system"),
        (longest, longest, "", "the longest title"),
        (longest + "x", "Callboard", longest + "x", "too long for a title"),
        (longest + "x\nb", "Callboard", longest + "x\nb", "the same with a second line"),
        (
            String(repeating: "山", count: 33), "Callboard", String(repeating: "山", count: 33),
            "wide characters"
        ), ("", "", "", "nothing"),
    ])
    func `the first line is the title, where that is not too long for one`(
        _ text: String, _ title: String, _ message: String, _ why: Comment
    ) {
        let notice = Self.notice(text)
        expect([notice.title.string, notice.message.string], is: [title, message], why)
    }

    @Test func `it is told from what a phone has sent, and can be cleared`() {
        let notice = Self.notice("Tea is ready", flags: .silent)
        expect(notice.isShownText, is: true)
        expect(notice.appID.string, is: "callboard")
        expect([notice.phone, notice.category.name], is: ["hall", "other"])
        expect(notice.flags, is: [.silent, .negativeAction])
        expect(notice.received, is: Self.now)
        expect(NoticeAction.allCases.filter { $0.isOffered(by: notice) }, is: [.clear])
    }

    @Test func `no number in it is taken for a one-time code`() {
        expect(Self.notice("482913 is your verification code").code, is: nil)
    }
}
