import Expecting
import Linux
import Testing

/// What characters take on a terminal, and what the environment says.
struct TerminalTests {
    @Test(
        "characters have the width that some terminal gives them, and none gives them more",
        arguments: [
            ("a", 1, "ASCII"), ("é", 1, "precomposed"), ("e\u{301}", 1, "with a combining mark"),
            ("北", 2, "wide"), ("ｱ", 1, "half-width kana"), ("😀", 2, "an emoji"),
            ("ש", 1, "Hebrew"), ("각", 2, "Hangul in one"),
            ("\u{1100}\u{1161}\u{11A8}", 2, "Hangul in letters, of which only the first is wide"),
            ("\u{200B}", 0, "nothing to see"), ("\u{915}\u{93F}", 2, "a vowel beside its letter"),
            ("❤", 1, "a symbol"), ("❤\u{FE0E}", 1, "one that stays text"),
            ("❤\u{FE0F}", 2, "one made a picture, by newer terminals"),
            ("⌚\u{FE0F}", 2, "one that is wide already"),
            ("1\u{FE0F}\u{20E3}", 2, "a keycap, as a picture"),
            ("1\u{20E3}", 1, "a keycap, as text"),
            ("👶🏽", 4, "a skin tone: tmux 3.3 shows a patch beside the baby"),
            ("👩🏽\u{200D}🚒", 6, "a skin tone and a profession; 4 in tmux"),
            ("👨\u{200D}👩\u{200D}👧", 6, "a family: three people where joiners mean nothing"),
            ("❤\u{FE0F}\u{200D}🔥", 4, "a picture and another"),
            ("🇩🇪", 2, "a flag: two letters"), ("🇩", 1, "half a flag"),
            (
                "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", 2,
                "a flag with its letters hidden"
            ),
            ("\u{1FAEA}", 2, "a picture newer than the C library"),
            ("👩\u{200D}\u{1FAEA}", 4, "and one joined to another"),
        ] as [(Character, Int, String)])
    func width(character: Character, expected: Int, why: String) {
        expect(Terminal.width(of: character), is: expected, "\(why)")
    }

    @Test func `a pipe is no terminal and has no columns`() throws {
        var far: FileDescriptor?
        let socket = try FileDescriptor.packetSocket(connectedTo: &far)
        #expect(!Terminal.isTerminal(socket.rawValue))
        expect(Terminal.columns(of: socket.rawValue), is: nil)
    }

    @Test func `a variable is its value or nothing`() {
        #expect(Environment.value("PATH") != nil)
        expect(Environment.value("CALLBOARD_NO_SUCH_VARIABLE"), is: nil)
    }
}
