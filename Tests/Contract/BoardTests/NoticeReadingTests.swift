import ANCS
import Board
import Expecting
import Linux
import Notices
import Testing

struct NoticeReadingTests {
    private static func page(
        _ notice: Notice, _ detail: BoardOptions.Detail = .full, isGone: Bool = false
    ) -> (page: NoticeReading, facts: [String: String]) {
        let page = NoticeReading(notice, detail, isGone: isGone)
        return (page, Dictionary(page.facts.map { ($0.name, $0.value) }) { $1 })
    }

    @Test func `a page has the whole words, however long they are`() {
        let text = String(repeating: "All of it. ", count: 5_000) + "The end."
        let (page, _) = Self.page(TestDay.notice(1, .email, "Print Shop", text, subtitle: "1042"))
        expect(page.title, is: "Print Shop")
        expect(page.lines, is: ["1042", "", text])
        expect(page.text, is: "Print Shop\n1042\n\n\(text)")
    }

    @Test(
        arguments: [
            ("one\ntwo", ["one", "two"]), ("\n \none\r\n\r\ntwo\n \n", ["one", "", "two"]),
            ("", []), ("\n\n", []), ("a\u{1B}[2Jb", ["a[2Jb"]),
        ] as [(String, [String])])
    func `lines stay lines, and nothing in them is a control`(text: String, lines: [String]) {
        expect(Self.page(TestDay.notice(1, .social, "Zoe", text)).page.lines, is: lines)
    }

    @Test func `a page says what is known of a notice`() {
        var notice = TestDay.notice(
            1, .social, flags: [.important, .positiveAction, .negativeAction])
        notice.positiveAction = Text("Reply")
        notice.date = PhoneDate(parsing: Array("20260301T110500".utf8)[...])
        notice.sent = WallTime(year: 2026, month: 3, day: 1, hour: 11, minute: 5, second: 0)
        notice.messageSize = 4_120
        let (_, facts) = Self.page(notice)
        expect(facts["kind"], is: "Message, important")
        expect(facts["app"], is: "Messages (com.apple.MobileSMS)")
        expect(facts["sent"], is: "2026-03-01 11:05:00, by the phone's clock")
        expect(facts["date"], is: nil)
        expect(facts["received"], is: TestDay.noon.local.dateAndClock)
        expect(facts["phone"], is: "Anna's iPhone")
        expect(facts["state"], is: "on the phone")
        expect(facts["offers"], is: "Reply, Clear")
        #expect(
            facts["length"]
                == "17 of 4120 bytes; text-length under [radio] sets how many are requested")
        expect(facts["id"], is: notice.id.description)
        let gone = Self.page(notice, isGone: true).facts
        #expect(gone["state"] == "no longer on the phone" && gone["offers"] == nil)
    }

    @Test func `a date that is not believed does not say when a notice was sent`() {
        var notice = TestDay.notice(1, .schedule, "Dentist")
        notice.date = PhoneDate(parsing: Array("20260309T110500".utf8)[...])
        let facts = Self.page(notice).facts
        expect(facts["sent"], is: nil)
        expect(facts["date"], is: "2026-03-09 11:05:00, by the phone's clock")
    }

    @Test(
        arguments: [
            (
                Call(state: .ended, ringTime: .seconds(3), talkTime: .seconds(65)), .activeCall,
                "Call", "answered after 3 s, talked 1 min 5 s"
            ),
            (
                Call(state: .ended, ringTime: .seconds(9)), .incomingCall, "Incoming call",
                "stopped ringing after 9 s"
            ),
            (
                Call(state: .ended, ringTime: .seconds(2), isDeclined: true), .incomingCall,
                "Incoming call", "declined, rang 2 s"
            ),
        ] as [(Call, CategoryID, String, String)])
    func `a call that is over says what became of it, and offers nothing`(
        _ call: Call, _ category: CategoryID, _ kind: String, _ state: String
    ) {
        var notice = TestDay.call(7, call, category: category)
        notice.flags = [.positiveAction, .negativeAction]
        let (_, facts) = Self.page(notice)
        expect(facts["kind"], is: kind)
        expect(facts["state"], is: state)
        expect(facts["offers"], is: nil)
    }

    @Test func `a call that rings or was missed is still on the phone`() {
        expect(Self.page(TestDay.call(7, .ringing)).facts["state"], is: "ringing, on the phone")
        expect(
            Self.page(TestDay.call(7, .missed)).facts["state"], is: "missed, on the phone")
        expect(
            Self.page(TestDay.call(7, .missed), isGone: true).facts["state"],
            is: "missed, no longer on the phone")
    }

    @Test func `a page shows no more than its display may`() {
        var notice = TestDay.notice(1)
        let names = Self.page(notice, .names)
        #expect(names.page.title == "Zoe Müller" && names.page.lines.isEmpty)
        let counts = Self.page(notice, .counts)
        #expect(counts.page.title == "Message" && counts.page.lines.isEmpty)
        expect(counts.facts["app"], is: nil)
        notice.hidden = .text
        let hidden = Self.page(notice)
        #expect(hidden.page.lines.isEmpty)
        expect(hidden.facts["state"], is: "on the phone; text hidden by a rule")
    }

    @Test func `of a row alone there is as much as it says`() {
        let row = BoardRow(TestDay.notice(), at: TestDay.noon, .full)
        let page = NoticeReading(row)
        expect(page.text, is: "Zoe Müller\nSee you at eight?")
    }

    @Test func `the day keeps whole notices`() {
        var state = Day()
        let notice = TestDay.notice(1, .social, "Zoe", String(repeating: "long ", count: 1_000))
        state.take(.notice(.added, notice, at: TestDay.noon))
        expect(state.notice(notice.id)?.notice, is: notice)
        expect(state.notice(notice.id)?.isGone, is: false)
        state.take(.notice(.removed, notice, at: TestDay.noon))
        expect(state.notice(notice.id)?.isGone, is: true)
        #expect(state.notice(NoticeID(rawValue: 2)) == nil)
    }
}
