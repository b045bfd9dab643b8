import Expecting
import Support
import Testing

@testable import Patterns

/// What is found in texts, at what cost, and what is said about expressions that are none.
struct PatternTests {
    @Test(arguments: [
        ("code", "Your code is 1234", true, "a word anywhere"),
        ("^code", "Your code is 1234", false, "only at the start"),
        (#"\d{4}\b"#, "Your code is 1234.", true, "digits"),
        (#"^\w+$"#, "Müller", true, "a letter of any language is one"),
        (#"^\d$"#, "٣", true, "a digit of any language is one"),
        ("^.$", "☎", true, "a dot is a character, not a byte"),
        ("zoë", "ZOË", false, "case counts"),
        ("(?i)zoë", "ZOË", true, "unless the expression says otherwise"),
        (#"(.)\1"#, "aa", true, "an expression may look back"),
        ("a|", "zzz", true, "nothing is found anywhere"),
        ("", "zzz", true, "nothing is found anywhere"),
        ("x", "", false, "no text"),
        ("^$", "", true, "no text"),
        ("a\0b", "a\0b", true, "a zero is a character like others"),
    ])
    func `a text has what is looked for`(
        _ source: String, _ text: String, _ isFound: Bool, _ why: String
    ) throws {
        try expect(Pattern(source).matches(text), is: isFound, "\(why)")
    }

    @Test func `case may be ignored`() throws {
        #expect(try Pattern("zoë", ignoresCase: true).matches("ZOË"))
    }

    @Test func `bytes that are no text are looked at all the same`() throws {
        let pattern = try Pattern("code \u{FFFD} ok")
        #expect(pattern.matches(Array("code ".utf8) + [0xFF] + Array(" ok".utf8)))
        #expect(!pattern.matches([0xC3]))
    }

    @Test(arguments: [
        ("a(b", "missing closing parenthesis, at character 4"),
        ("üü)", "unmatched closing parenthesis, at character 3"),
        ("[a", "missing terminating ] for character class, at character 3"),
        ("*", "quantifier does not follow a repeatable item, at character 1"),
        ("\\", "\\ at end of pattern, at character 2"),
        (#"(?<=a+)b"#, "lookbehind assertion is not fixed length, at character 1"),
    ])
    func `what is no expression is told in plain words`(_ source: String, _ sentence: String) {
        let error = #expect(throws: PatternError.self) { try Pattern(source) }
        expect(error?.description, is: sentence)
    }

    @Test(arguments: [
        String(repeating: "a", count: Pattern.sourceLimit + 1),
        "(((((a{900}){900}){900}){900}){900})", #"a\Cb"#,
        String(repeating: "(", count: 500) + String(repeating: ")", count: 500),
    ])
    func `what asks for too much is refused`(_ source: String) {
        #expect(throws: PatternError.self) { try Pattern(source) }
    }

    @Test(arguments: [
        ("(a+)+$", String(repeating: "a", count: 5_000) + "!"),
        ("(a+)+$", String(repeating: "aaaaaaaaaaaaaaa!", count: 4_000)),
        ("(a|aa)+$", String(repeating: "a", count: 5_000) + "!"),
        (#"(\w+\s?)+$"#, String(repeating: "word ", count: 5_000) + "!"),
        ("^(((a*)*)*)*$", String(repeating: "a", count: 60_000) + "!"),
    ])
    func `no text makes a search long`(_ source: String, _ text: String) throws {
        let pattern = try Pattern(source)
        var effort = MatchEffort()
        #expect(!pattern.matches(text, within: &effort))
        expect(effort.givenUp, is: 1)
        #expect(effort.steps > -10)
    }

    @Test func `a search that goes deep is given up`() throws {
        var effort = MatchEffort(steps: .max)
        let text = String(repeating: "ab", count: 30_000)
        #expect(!(try Pattern("^(?:(a)(b)|c)*+$(?<!b)").matches(text, within: &effort)))
        _ = try Pattern("^(a|b|(c))*d").matches(text, within: &effort)
        #expect(effort.givenUp >= 1)
    }

    @Test func `effort is used up by one search after another`() throws {
        let pattern = try Pattern("(a+)+$")
        let text = String(repeating: "a", count: 100) + "!"
        var effort = MatchEffort(steps: 300_000)
        for _ in 0..<5 { #expect(!pattern.matches(text, within: &effort)) }
        expect(effort.givenUp, is: 5)
        #expect(!pattern.matches("aaa", within: &effort))
        #expect(pattern.matches("aaa"))
    }

    @Test func `what common expressions need is there`() throws {
        let text = String(repeating: "Lorem ipsum dolor sit amet. ", count: 75) + "PIN 4711"
        for source in [
            ".*sit.*PIN", #"(?:\w+\W+)*4711"#, #"\b(code|pin|tan)\b.*\d{4}"#, "(?i)pin.{0,20}4711$",
        ] {
            var effort = MatchEffort()
            #expect(try Pattern(source, ignoresCase: true).matches(text, within: &effort))
            expect(effort.givenUp, is: 0)
        }
    }

    @Test func `a text of any length is looked at up to its limit`() throws {
        let pattern = try Pattern("☎$")
        #expect(!pattern.matches(String(repeating: "a", count: 1 << 20) + "☎"))
        #expect(!pattern.matches(String(repeating: "☎", count: 1 << 16)))
    }

    @Test func `expressions and texts of any bytes break nothing`() {
        var random = RepeatableRandom(seed: 3)
        let pieces = [
            "(", ")", "[", "]", "*", "+", "?", "{2,}", "a", "ü", "\\", "w", "|", "^", "$",
        ]
        var compiled = 0
        for _ in 0..<3_000 {
            let source = (0..<Int.random(in: 0...12, using: &random))
                .map { _ in pieces[Int.random(in: pieces.indices, using: &random)] }.joined()
            guard let pattern = try? Pattern(source) else { continue }
            compiled += 1
            _ = pattern.matches(
                (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) })
        }
        #expect(compiled > 100)
    }
}
