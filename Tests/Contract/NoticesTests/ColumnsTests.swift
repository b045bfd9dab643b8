import Expecting
import Testing

@testable import Notices

/// Texts in the columns of a terminal.
struct ColumnsTests {
    @Test(arguments: [
        ("", 5, ""), ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("abc", 0, ""), ("abc", 1, "…"),
        ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
        ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("👩🏻‍❤️‍💋‍👩🏻x", 12, "…"), ("👩🏻‍❤️‍💋‍👩🏻x", 13, "👩🏻‍❤️‍💋‍👩🏻x"),
    ])
    func `a text is cut between characters`(_ text: String, _ limit: Int, _ cut: String) {
        expect(text.cut(to: limit), is: cut)
    }

    @Test(arguments: [
        ("", 5, 3, []), ("one", 5, 3, ["one"]), ("one two", 5, 3, ["one", "two"]),
        ("one two", 7, 3, ["one two"]), ("one  two three", 8, 3, ["one  two", "three"]),
        ("abcdefgh", 3, 3, ["abc", "def", "gh"]), ("abcdefgh", 3, 2, ["abc", "de…"]),
        ("one two three four", 5, 2, ["one", "two …"]), ("a b c d", 1, 3, ["a", "b", "…"]),
        ("日本語", 1, 2, ["…", "…"]), ("日本語", 3, 3, ["日", "本", "語"]), ("  one", 5, 3, ["one"]),
    ])
    func `a text is broken between words`(
        _ text: String, _ width: Int, _ limit: Int, _ lines: [String]
    ) {
        expect(text.wrapped(to: width, lines: limit), is: lines)
    }
}
