import ANCS
import Board
import Expecting
import Notices
import Testing

struct CodeDisplayTests {
    private static let code = "Your verification code is 482913."

    @Test(
        arguments: [(.show, code), (.hide, "Your verification code is ••••••.")]
            as [(CodeDisplay, String)])
    func `a board shows one-time codes only where it may`(codes: CodeDisplay, text: String) {
        let day = TestDay(BoardOptions(codes: codes))
        var board = day.board
        let notice = TestDay.notice(1, .social, "Bank", Self.code)
        let now = TestDay.noon
        _ = board.take(.notice(.added, notice, at: now), at: .zero)
        expect(board.rows.map(\.text), is: [text])
        _ = board.take(.notice(.modified, notice, at: now), at: .zero)
        expect(board.rows.map(\.text), is: [text])
    }

    @Test func `what is not said of a display hides codes`() {
        expect(BoardOptions().codes, is: .hide)
    }

    @Test func `all codes of the three texts are illegible, and numbers are not`() {
        let texts = Notice.withoutCode(
            ("Bank", "482913 is your code", "Your verification code is 482913. Call 030 12345."))
        #expect(!texts.subtitle.contains("482913") && !texts.message.contains("482913"))
        #expect(texts.message.contains("030 12345"))
    }
}
