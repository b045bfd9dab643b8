import ANCS
import EventSupport
import Expecting
import Notices
import Testing

@testable import Formats

/// The board with nothing cut.
struct WholeBoardTests {
    @Test(arguments: [12, 20, 40, 80, 132])
    func `every character is there, in lines that fit`(columns: Int) {
        let who = "A name that is far longer than any column for names"
        let text = (0..<400).map { "word\($0)" }.joined(separator: " ")
        var board = MarkedBoard(isColored: false, showsPhone: true, isWhole: true) { _ in [] }
        let notice = PicturedDay.notice(1, .social, who, text)
        let bytes = board.lines(
            for: .notice(.added, notice, at: PicturedDay.noon), columns: columns)
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        #expect(lines.allSatisfy { $0.columns <= columns })
        let shown = lines.joined().filter { $0 != " " }
        #expect(shown.contains((who + " · Messages").filter { $0 != " " }))
        #expect(shown.hasSuffix(text.filter { $0 != " " }))
    }

    @Test func `a text beside its name goes on below itself`() {
        var board = MarkedBoard(isColored: false, isWhole: true) { _ in [] }
        let text = String(repeating: "word ", count: 100) + "end"
        let notice = PicturedDay.notice(1, .social, "Zoe", text)
        let bytes = board.lines(for: .notice(.added, notice, at: PicturedDay.noon), columns: 80)
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        #expect(lines.count > 3)
        #expect(!lines.contains { $0.contains("…") })
        expect(lines.last?.hasSuffix("end"), is: true)
    }
}
