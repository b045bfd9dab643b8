import ANCS
import Board
import EventSupport
import Expecting
import Formats
import Linux
import Notices
import Testing

@testable import Image
@testable import LCD
@testable import Serial

/// What small displays show of the demonstration, from 16 to 40 columns and one to four rows.
struct LCDDemoTests {
    private static let wall = LCDDay.noon.advanced(by: .seconds(600))

    /// All that takes turns on a display, each as rows, with the call that rings before it.
    private static func looks(
        _ board: DayBoard, _ size: (Int, Int), most: Int = .max
    ) -> [(page: LCDLayout.Page, rows: [String])] {
        let layout = LCDLayout(
            size: LCDSize(width: size.0, height: size.1), options: LCDOptions(characters: .ascii))
        func page(_ turn: Int) -> LCDLayout.Page {
            layout.page(board, turn: turn, isLit: false, now: .seconds(600), wall: wall)
        }
        return (0..<min(page(0).count, most)).map { turn in
            let page = page(turn)
            let screen = page.call == nil ? page.picture.board : page.picture.call
            return (page, LCDLayoutTests.rows(screen, size))
        }
    }

    @Test(arguments: [(16, 1), (16, 2), (20, 2), (20, 4), (24, 3), (40, 2), (40, 4)])
    func `after each event the display looks as somebody found it good`(
        _ width: Int, _ height: Int
    ) throws {
        var board = DayBoard()
        var drawn = ""
        for (name, event) in DemoDay.events {
            _ = board.take(event, at: .zero)
            drawn += "\(name)\n"
            let looks = Self.looks(board, (width, height)).map(\.rows)
            // As many beside each other as a page has room for.
            let each = max(1, 100 / (width + 3))
            for start in stride(from: 0, to: looks.count, by: each) {
                for row in 0..<height {
                    drawn +=
                        looks[start...].prefix(each).map { "|\($0[row])|" }
                        .joined(separator: " ") + "\n"
                }
                drawn += "\n"
            }
        }
        try expect(LCDPictures.picture("demo-\(width)x\(height)", drawn: drawn), is: drawn)
    }

    @Test(arguments: 16...40, 1...4)
    func `names begin at the left edge, and no word is lost`(_ width: Int, _ height: Int) {
        var board = DayBoard()
        for (name, event) in DemoDay.events {
            _ = board.take(event, at: .zero)
            let looks = Self.looks(board, (width, height), most: LCDFaces.limit)
            let all = looks.flatMap(\.rows)
            for row in board.rows.prefix(1) where !row.isGone && board.calls.isEmpty {
                let who = Charset.ascii.lines(of: row.who, widths: [width, width])
                    .map { String(decoding: $0, as: UTF8.self) }
                #expect(all.contains { $0.hasPrefix(who[0]) }, "\(name)")
                // A page with more than the name has a line of what it is about.
                let words = String(
                    decoding: Charset.ascii.encode(row.isMissed ? "missed" : row.text),
                    as: UTF8.self
                ).split(separator: " ").prefix(6)
                for word in words where word.count <= width - 3 {
                    #expect(all.contains { $0.contains(word) }, "\(name): \(word) of \(row.who)")
                }
            }
            for call in board.calls {
                #expect(all.contains { $0.hasPrefix(call.who) }, "\(name)")
            }
        }
    }

    @Test(arguments: 16...40, 1...4)
    func `a flood hides neither the number of missed calls nor who they were from`(
        _ width: Int, _ height: Int
    ) {
        var board = DayBoard()
        for (_, event) in DemoDay.events { _ = board.take(event, at: .zero) }
        for number in 100..<140 as Range<UInt64> {
            let notice = LCDDay.notice(number, "Sender \(number)", "News \(number)")
            _ = board.take(LCDDay.at(11, .added, notice), at: .zero)
        }
        let looks = Self.looks(board, (width, height))
        #expect(looks[0].rows.joined().contains("Sender 139"))
        #expect(looks.contains { $0.rows.contains { $0.hasPrefix("Davidson Ro") } })
        for look in looks where !look.page.isMissed && look.page.notice != nil {
            #expect(look.rows.contains { $0.contains("v1") }, "\(look.rows)")
        }
    }

    @Test(arguments: 16...40)
    func `a number that can be called is seen whole`(_ width: Int) {
        for number in ["+49 30 1234567", "+1 (555) 0100"] {
            let notice = LCDDay.notice(
                1, "Voicemail", "From \(number)", category: .voicemail)
            var board = DayBoard()
            _ = board.take(LCDDay.at(1, .added, notice), at: .zero)
            for height in 1...4 {
                let all = Self.looks(board, (width, height)).flatMap(\.rows)
                #expect(all.contains { $0.contains(number) }, "\(height)")
            }
        }
    }
}
