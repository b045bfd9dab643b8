import ANCS
import Board
import Expecting
import Formats
import Linux
import Notices
import Outlets
import Testing

@testable import Clients

/// What is there, and how it is listed.
struct ListPageTests {
    /// A moment of the day of the notices below.
    private static let noon = WallTime(milliseconds: 60_000)

    private static func notice(
        _ name: String, _ title: String, at second: Int64, _ category: String = "social",
        call: Call? = nil, phone: String = "Mara"
    ) throws -> Notice {
        Notice(
            id: try #require(NoticeID(name)), phone: phone,
            category: try #require(Category(named: category)), flags: .negativeAction,
            uid: NotificationUID(rawValue: 1), appID: Text("app"), title: Text(title),
            message: Text("A text\nof two lines"),
            received: WallTime(milliseconds: second * 1000), call: call)
    }

    private static func list(_ events: [(NoticeChange, Notice)]) -> Day {
        var list = Day()
        for (change, notice) in events {
            list.take(.notice(change, notice, at: notice.received))
        }
        return list
    }

    @Test func `calls stand first, then what is newest, and nothing that is gone`() throws {
        let call = try Self.notice(
            "000000000h00a", "Zoe", at: 5, "incoming_call", call: Call(state: .ringing))
        let list = Self.list([
            (.added, try Self.notice("000000000g00a", "old", at: 1)), (.ringing, call),
            (.added, try Self.notice("000000000j00b", "new", at: 9)),
            (.added, try Self.notice("000000000k00c", "gone", at: 9)),
            (.removed, try Self.notice("000000000k00c", "gone", at: 9)),
        ])
        expect(list.listed.map(\.notice.title.string), is: ["Zoe", "new", "old"])
        expect(
            list.listed.map { NoticeHandle.all(of: list.listed.map(\.notice.id))[$0.notice.id] },
            is: ["h00a", "00b", "g00a"])
        let gone = try #require(NoticeHandle("00c"))
        expect(list.entries(named: gone).count, is: 1, "what is gone is found all the same")
        expect(list.entries(named: try #require(NoticeHandle("00a"))).count, is: 2)
    }

    @Test func `each row has its handle in front, and the others of its lines none`() throws {
        let list = Self.list([
            (.added, try Self.notice("000000000g00a", "Ada", at: 1)),
            (.added, try Self.notice("000000000h00a", "Theo", at: 2)),
        ])
        let rows = ListPage(list, limit: nil, .board).text(
            columns: 50, isColored: false, at: Self.noon
        )
        .split(separator: "\n")
        expect(rows.filter { $0.hasPrefix("h00a  ") || $0.hasPrefix("g00a  ") }.count, is: 2)
        #expect(rows.allSatisfy { $0.count <= 50 })
        #expect(rows.filter { $0.hasPrefix("      ") }.allSatisfy { !$0.contains("Ada") })
        let one = ListPage(list, limit: 1, .json).text(
            columns: nil, isColored: false, at: Self.noon)
        #expect(one.contains("Theo") && one.split(separator: "\n").count == 1)
        #expect(ListPage(Day(), limit: nil, .board).isEmpty)
    }

    @Test func `a text of the host's own is listed without a phone, and cleared here`() throws {
        let id = try #require(NoticeID("000000000k00c"))
        let text = Notice(
            showing: "Tea is ready", id: id, on: "hall", flags: .important, at: Self.noon)
        let list = Self.list([
            (.added, try Self.notice("000000000g00a", "Ada", at: 1)), (.added, text),
        ])
        let rows = ListPage(list, limit: nil, .board).text(
            columns: nil, isColored: false, at: Self.noon)
        #expect(rows.contains("OTHER   Tea is ready · Callboard\n"), "\(rows)")
        #expect(!rows.contains("hall") && !rows.contains("Mara"), "\(rows)")
        let page = NoticeSheet(text, .added, at: Self.noon, isThere: true).text
        #expect(page.contains("App    Callboard (callboard)\nHost   hall\n"), "\(page)")
        #expect(page.contains("State  shown for some time\n"), "\(page)")
        #expect(page.hasSuffix("To do  callboard clear 000000000k00c\n"), "\(page)")
    }

    @Test func `the day is told where it is not today`() throws {
        let days: [(Int, String)] = [(0, ""), (1, "Sun"), (40, "21 Jan"), (400, "Jan 2025")]
        let now = try #require(
            WallTime(year: 2026, month: 3, day: 2, hour: 12, minute: 0, second: 0))
        for (ago, words) in days {
            let sent = now.advanced(by: .seconds(-86_400 * ago - 60))
            var notice = try Self.notice("000000000g00a", "Ada", at: 1)
            notice.flags = .preExisting
            notice.sent = sent
            let list = Self.list([(.added, notice)])
            let row = ListPage(list, limit: nil, .board).text(
                columns: 60, isColored: false, at: now)
            let moment =
                ago == 0 ? "11:59:00" : words + String(repeating: " ", count: 8 - words.utf8.count)
            #expect(
                row.hasPrefix("00a  \(moment) ·OTHER") || row.hasPrefix("00a  \(moment) ·SOCIAL"))
        }
    }

    @Test func `the page of a call that is over says how it went`() throws {
        var call = try Self.notice("000000000g00a", "Ada", at: 1, "active_call")
        call.call = Call(state: .ended, ringTime: .milliseconds(1_576), talkTime: .seconds(55))
        let page = NoticeSheet(call, .ended, at: call.received, isThere: false).text
        #expect(page.contains("Kind     CALL (active_call)"), "\(page)")
        #expect(page.contains("State    answered after 1 s, talked 55 s"), "\(page)")
    }

    @Test func `the page of a notice says when it was sent, as far as that is believed`() throws {
        var notice = try Self.notice("000000000g00a", "Ada", at: 1)
        notice.date = PhoneDate(parsing: Array("20260301T110500".utf8)[...])
        func page() -> String {
            NoticeSheet(notice, .added, at: notice.received, isThere: true).text
        }
        #expect(page().contains("Date     2026-03-01T11:05:00 by the phone's clock"))
        notice.sent = WallTime(year: 2026, month: 3, day: 1, hour: 11, minute: 5, second: 0)
        #expect(page().contains("Sent     Sunday 1 March 2026, 11:05:00 by the phone's clock"))
        #expect(!page().contains("Date"))
    }

    @Test func `a notice is shown whole, and nothing of it can disturb a terminal`() throws {
        var notice = try Self.notice("000000000g00a", "Ada\u{1B}[2J", at: 1)
        notice.messageSize = 400
        let page = NoticeSheet(notice, .added, at: notice.received, isThere: true).text
        #expect(page.contains("Message  A text\n         of two lines\n"))
        #expect(page.contains("(the phone sent 19 of 400 bytes)"))
        #expect(page.contains("callboard clear 000000000g00a"))
        #expect(!page.contains("\u{1B}"))
        notice.removal = .user
        let gone = NoticeSheet(notice, .removed, at: notice.received, isThere: false).text
        #expect(gone.contains("removed from here") && !gone.contains("callboard clear"))
    }
}
