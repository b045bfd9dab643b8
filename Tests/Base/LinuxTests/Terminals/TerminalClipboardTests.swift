import Expecting
import Linux
import Testing

struct TerminalClipboardTests {
    @Test(
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("Zoë 山", "Wm/DqyDlsbE="),
        ])
    func `a text is copied as base64`(text: String, encoded: String) {
        let sequence = String(decoding: TerminalClipboard.sequence(copying: text), as: UTF8.self)
        expect(sequence, is: "\u{1B}]52;c;\(encoded)\u{07}")
    }

    @Test func `what is too long for terminals is cut between two characters`() {
        let text = String(repeating: "山", count: TerminalClipboard.textLimit)
        let sequence = TerminalClipboard.sequence(copying: text)
        #expect(sequence.count <= 100_000)
        // Whole characters of three bytes need no padding.
        #expect(sequence.dropLast().last != UInt8(ascii: "="))
    }
}
