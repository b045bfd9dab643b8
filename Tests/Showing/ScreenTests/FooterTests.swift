import ANCS
import Board
import EventSupport
import Expecting
import Linux
import Notices
import Testing

@testable import Outlets
@testable import Screen

/// What the last row of a screen says.
struct FooterTests {
    private static func footer(_ pictured: PicturedView, _ columns: Int, _ rows: Int) -> String {
        let lines = pictured.drawn(columns, rows).split(
            separator: "\n", omittingEmptySubsequences: false)
        return String(lines[rows - 1])
    }

    @Test func `it counts what is not on the screen, and says on which side`() {
        var pictured = PicturedView()
        #expect(!Self.footer(pictured, 80, 24).contains("below"), "all nine rows are there")
        #expect(Self.footer(pictured, 80, 7).contains("3 below"))
        #expect(Self.footer(pictured, 30, 7).contains("+3"))
        pictured.press(.end)
        #expect(Self.footer(pictured, 80, 7).contains("3 above"))
        pictured.press(.up, .up, .up, .up)
        let middle = Self.footer(pictured, 80, 7)
        #expect(middle.contains("1 above") && middle.contains("2 below"))
    }

    @Test func `what a group stands for is on the screen, and what has no row is not`() {
        var pictured = PicturedView()
        for number in 100..<103 {
            pictured.take(.added, PicturedDay.notice(number, .social, "Nina", "\(number)"))
        }
        #expect(!Self.footer(pictured, 80, 24).contains("below"))
        for number in 200..<500 {
            pictured.take(.added, PicturedDay.notice(number, .social, "Nr \(number)"))
        }
        // 311 notices, of which 22 have a row on the screen, and one of them is gone.
        #expect(Self.footer(pictured, 132, 23).contains("289 below"))
    }

    @Test func `where only numbers are shown, the others are one of them`() {
        let pictured = PicturedView(PicturedDay.board(BoardOptions(detail: .counts)))
        #expect(Self.footer(pictured, 80, 24).contains("6 others"))
    }

    @Test(arguments: [(20, 4), (40, 12), (80, 24)])
    func `how to get help is said on every screen, also while a call rings`(
        columns: Int, rows: Int
    ) {
        for callers in [[], ["Davidson Ro"]] {
            var pictured = PicturedView(PicturedDay.board(ringing: callers))
            pictured.view.hintsAtHelp = true
            #expect(Self.footer(pictured, columns, rows).contains("?"))
            #expect(Self.footer(pictured, columns, rows).hasSuffix("13:07"))
        }
    }

    @Test func `the help has the screen while a call rings, but for a line`() {
        var pictured = PicturedView(PicturedDay.board(ringing: ["Davidson Ro"]))
        pictured.press(.character("?"))
        let drawn = pictured.drawn(80, 24)
        #expect(drawn.hasPrefix("RINGS Davidson Ro"))
        #expect(drawn.contains("quit; ^C does the same"))
        #expect(pictured.drawn(20, 4).contains("answer the"))
        expect(pictured.press(.character("a")), is: .answer(NoticeID(rawValue: 100)))
    }

    @Test func `one row of another day does not cost all the others their columns`() {
        var pictured = PicturedView()
        var old = PicturedDay.notice(70, .social, "Zoe", "long ago")
        old.flags = .preExisting
        old.sent = WallTime(
            year: 2026, month: 2, day: 1, hour: 11, minute: 5, second: 0)
        pictured.take(.added, old)
        let lines = pictured.drawn(80, 24).split(separator: "\n")
        #expect(lines[0].hasPrefix("12:50 SOCIAL Дмитрий"))
        #expect(lines[9].hasPrefix("1 Feb SOCIAL Zoe"))
    }

    @Test func `where most rows are of other days, all have day and clock`() {
        var pictured = PicturedView(DayBoard())
        let days = [(2, 3, 2026), (1, 3, 2026), (12, 2, 2026), (24, 12, 2025)]
        for (number, (day, month, year)) in days.enumerated() {
            var old = PicturedDay.notice(70 + number, .social, "Zoe \(number)", "words")
            old.flags = .preExisting
            old.sent = WallTime(
                year: year, month: month, day: day, hour: 11, minute: 5, second: 0)
            pictured.take(.added, old)
        }
        let wide = pictured.drawn(80, 24).split(separator: "\n").prefix(4).map { $0.prefix(19) }
        expect(
            wide,
            is: [
                "       11:05 SOCIAL", "   Sun 11:05 SOCIAL", "12 Feb 11:05 SOCIAL",
                "24 Dec 2025  SOCIAL",
            ])
        let narrow = pictured.drawn(40, 12).split(separator: "\n").prefix(4).map { $0.prefix(12) }
        expect(narrow, is: ["11:05 SOCIAL", "Sun   SOCIAL", "12Feb SOCIAL", "2025  SOCIAL"])
    }
}
