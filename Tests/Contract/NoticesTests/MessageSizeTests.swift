import Expecting
import Testing

@testable import Notices

/// How long a phone says a message is: digits, or nothing.
struct MessageSizeTests {
    @Test(
        arguments: [
            ("0", 0, "an empty message"),
            ("4711", 4711, "a number"),
            ("0042", 42, "zeros in front change nothing"),
            ("4294967295", 4_294_967_295, "the most there can be"),
            ("4294967296", nil, "one more"),
            (String(repeating: "9", count: 5_000), nil, "far more than a machine counts to"),
            (String(repeating: "0", count: 5_000), 0, "zeros without end"),
            ("", nil, "nothing"),
            ("-5", nil, "no message is shorter than none"),
            ("+5", nil, "a sign"),
            (" 5", nil, "a space before"),
            ("5 ", nil, "a space after"),
            ("5\u{0}", nil, "a C string"),
            ("1,024", nil, "a separator"),
            ("1e3", nil, "an exponent"),
            ("0x10", nil, "hexadecimal"),
            ("٤٢", nil, "digits of another script"),
            ("/", nil, "just below the digits"),
            (":", nil, "just above them"),
        ] as [(String, Int?, Comment)])
    func `only decimal digits are a size`(text: String, size: Int?, why: Comment) {
        // The value lies somewhere in an answer, not at its beginning.
        let answer = Array("12".utf8) + Array(text.utf8) + Array("34".utf8)
        let value = answer[2..<answer.count - 2]
        expect(MessageSize(parsing: value)?.byteCount, is: size, why)
    }

    @Test func `a size that is none is not told`() {
        var book = TestBook()
        book.fetched(1, size: "-5")
        expect(book.last?.messageSize, is: nil)
        book.fetched(2, size: "4711")
        expect(book.last?.messageSize, is: 4711)
    }
}
