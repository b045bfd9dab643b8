import Expecting
import Testing

@testable import Clients

struct TextShowingTests {
    @Test(
        arguments: [
            (["Tea"], false, ["Tea"], nil, "a text alone"),
            (["Tea", "10s"], false, ["Tea"], "10s", "a word and a time"),
            (["Tea is ready", "10s"], false, ["Tea is ready"], "10s", "a text and a time"),
            (["Tea", "for", "10s"], false, ["Tea"], "10s", "with for"),
            (["-", "10s"], false, ["-"], "10s", "standard input and a time"),
            (
                ["Train", "in", "10m"], false, ["Train", "in", "10m"], nil,
                "words that end in a time"
            ),
            (
                ["Train", "in", "for", "10m"], false, ["Train", "in"], "10m", "unless for is before"
            ),
            (["10s"], false, ["10s"], nil, "a time alone is a text"),
            (["Tea", "10x"], false, ["Tea", "10x"], nil, "no time"),
            (["Tea", "25h"], false, ["Tea", "25h"], nil, "a time that is too long"),
            (["10s"], true, [], "10s", "behind --text"),
            (["for", "10s"], true, [], "10s", "behind --text, with for"),
            (["time"], true, ["time"], nil, "no time behind --text"),
            ([], true, [], nil, "nothing behind --text"),
        ] as [([String], Bool, [String], String?, String)])
    func `a time behind a text says for how long it is shown`(
        words: [String], isBehindText: Bool, text: [String], time: String?, why: String
    ) {
        let split = TextShowing.split(words, isBehindText: isBehindText)
        expect(split.text, is: text, "\(why)")
        expect(split.time, is: time, "\(why)")
    }
}
