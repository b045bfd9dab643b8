import Expecting
import Testing

@testable import Notices

/// Text from a phone: repaired for people, kept to the byte for the record.
struct TextTests {
    @Test(
        "what is cut or broken is repaired at display",
        arguments: [
            (Array("Zoë".utf8), "Zoë", "valid text is as it is"),
            ([], "", "nothing"),
            ([0x5A, 0x6F, 0xC3], "Zo", "Q26 a two-byte character cut after one"),
            ([0x61, 0xE2, 0x82], "a", "a three-byte character cut after two"),
            ([0x61, 0xE2], "a", "a three-byte character cut after one"),
            ([0x61, 0xF0, 0x9F, 0x98], "a", "an emoji cut after three"),
            ([0x61, 0xF0, 0x9F, 0x98, 0x80], "a😀", "a whole emoji"),
            ([0xC3, 0x61], "\u{FFFD}a", "cut in the middle: replaced"),
            ([0xFF, 0xFE], "\u{FFFD}\u{FFFD}", "never valid"),
            ([0x61, 0x80], "a\u{FFFD}", "a continuation without a beginning"),
            ([0x80, 0x80, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", "only continuations"),
            ([0x61, 0xC0], "a\u{FFFD}", "a byte that begins nothing is not cut, but wrong"),
        ] as [([UInt8], String, String)])
    func repair(bytes: [UInt8], expected: String, why: String) {
        let text = Text(bytes: bytes)
        expect(text.string, is: expected, "\(why)")
        expect(text.bytes, is: bytes, "the exact bytes are kept")
    }

    @Test func `a text cut at any byte loses only the character that was cut`() {
        let whole = "Zoë Müller 北京 😀 שלום"
        let bytes = Array(whole.utf8)
        for length in 0...bytes.count {
            let text = Text(bytes: Array(bytes[..<length]))
            #expect(whole.unicodeScalars.starts(with: text.string.unicodeScalars))
            #expect(text.string.utf8.count > length - 4)
        }
    }

    @Test func `validity is told`() {
        #expect(Text("Zoë").isValid)
        #expect(!Text(bytes: [0xC3]).isValid)
    }
}
