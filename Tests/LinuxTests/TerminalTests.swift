import Linux
import Testing

/// What characters take on a terminal, and what the environment says.
@Suite struct TerminalTests {
    @Test(
        "characters have the width a terminal gives them",
        arguments: [
            ("a", 1, "ASCII"), ("é", 1, "precomposed"), ("e\u{301}", 1, "with a combining mark"),
            ("北", 2, "wide"), ("ｱ", 1, "half-width kana"), ("😀", 2, "an emoji"),
            ("❤\u{FE0F}", 2, "a symbol made a picture"), ("ש", 1, "Hebrew"),
            ("\u{200B}", 0, "nothing to see"),
        ] as [(Character, Int, String)])
    func width(character: Character, expected: Int, why: String) {
        #expect(Terminal.width(of: character) == expected, "\(why)")
    }

    @Test func `a pipe is no terminal and has no columns`() throws {
        var far: FileDescriptor?
        let socket = try FileDescriptor.packetSocket(connectedTo: &far)
        #expect(!Terminal.isTerminal(socket.rawValue))
        #expect(Terminal.columns(of: socket.rawValue) == nil)
    }

    @Test func `a variable is its value or nothing`() {
        #expect(Environment.value("PATH") != nil)
        #expect(Environment.value("CALLBOARD_NO_SUCH_VARIABLE") == nil)
    }
}
