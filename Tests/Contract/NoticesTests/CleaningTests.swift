import Expecting
import Notices
import Support
import Testing

struct CleaningTests {
    struct Sample: CustomTestStringConvertible {
        let input: String
        let output: String
        let why: String

        init(_ input: String, _ output: String, _ why: String) {
            (self.input, self.output, self.why) = (input, output, why)
        }

        var testDescription: String { why }
    }

    private static let kiss =
        "\u{1F469}\u{1F3FB}\u{200D}\u{2764}\u{FE0F}\u{200D}\u{1F48B}\u{200D}\u{1F469}\u{1F3FB}"
    private static let scotland =
        "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"

    @Test(arguments: [
        Sample("", "", "nothing stays nothing"),
        Sample("Zoe Müller", "Zoe Müller", "plain text stays"),
        Sample("a\u{1B}[31mb", "a[31mb", "an escape sequence loses its escape"),
        Sample("a\u{9B}31mb", "a31mb", "the eight-bit escape too"),
        Sample("a\u{0}\u{7}\u{8}\u{7F}\u{80}b", "ab", "controls vanish"),
        Sample("a\tb", "a b", "a tab becomes a space"),
        Sample("a\u{11}\u{13}b", "ab", "XON and XOFF vanish"),
        Sample("one\r\ntwo\n\n three\u{2028}four", "one two three four", "breaks become one space"),
        Sample("one \n two", "one two", "with the spaces around them"),
        Sample("\n\u{85}a\u{C}\u{B}\r", "a", "and vanish at the ends"),
        Sample("a  b", "a  b", "spaces of the text itself stay"),
        Sample(" a b  ", "a b", "but not at the ends"),
        Sample(" \t\u{E9} \u{200B} ", "\u{E9}", "whatever stands beside them"),
        Sample("\u{202A}\u{2068}+49 30 123\u{2069}\u{202C}", "+49 30 123", "marks around numbers"),
        Sample("a\u{202E}b\u{61C}\u{200E}\u{200F}\u{2066}c", "abc", "directions vanish"),
        Sample("\u{5E9}\u{5DC}\u{5D5}\u{5DD}", "\u{5E9}\u{5DC}\u{5D5}\u{5DD}", "Hebrew stays"),
        Sample("\u{FEFF}a\u{AD}b\u{200B}c\u{2060}\u{FFF9}d", "abcd", "invisible ones vanish"),
        Sample("\u{3164}\u{FFA0}\u{E0001}", "", "a blank name is no name"),
        Sample("\u{645}\u{6CC}\u{200C}\u{62E}", "\u{645}\u{6CC}\u{200C}\u{62E}", "Persian joins"),
        Sample("\u{915}\u{94D}\u{200D}\u{937}", "\u{915}\u{94D}\u{200D}\u{937}", "Hindi joins"),
        Sample(kiss, kiss, "the longest emoji"),
        Sample(scotland, scotland, "a flag made of tags"),
        Sample("a\u{E0067}\u{E0062}\u{E007F}b", "ab", "tags anywhere else"),
        Sample("\u{1F3F4}\u{E0067}\u{E007F}", "\u{1F3F4}", "tags that spell no region"),
        Sample("\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}", "\u{1F3F4}", "tags without an end"),
        Sample("a\u{FFFF}\u{1FFFE}\u{378}", "a\u{FFFD}\u{FFFD}\u{FFFD}", "no characters"),
        Sample("\u{1FAFF}", "\u{1FAFF}", "an emoji of the future"),
        Sample("\u{F8FF}", "\u{F8FF}", "the apple, a private character"),
        Sample(
            "e" + String(repeating: "\u{301}", count: 50),
            "e" + String(repeating: "\u{301}", count: 8), "a tower of marks"),
        Sample(
            "x\u{1F44D}" + String(repeating: "\u{1F3FF}", count: 500) + "y", "x\u{FFFD}y",
            "a character of 501 parts"),
        Sample(
            "x" + String(repeating: "\u{1F44D}\u{200D}", count: 500) + "y", "x\u{FFFD}y",
            "another of a thousand"),
    ])
    func `one line of text is cleaned`(_ sample: Sample) {
        expect(scalars(sample.input.cleaned()), is: scalars(sample.output))
    }

    @Test(arguments: [
        Sample("one\r\ntwo\rthree\n", "one\ntwo\nthree\n", "every break is a line feed"),
        Sample("a\u{2028}b\u{2029}c\u{85}d", "a\nb\nc\nd", "the rare ones too"),
        Sample("a\u{1B}\n\u{0}b", "a\nb", "and no other control"),
        Sample(" a \n  b ", " a \n  b ", "spaces stay"),
    ])
    func `several lines of text are cleaned`(_ sample: Sample) {
        expect(
            scalars(sample.input.cleaned(lineBreaks: .becomeLineFeeds)), is: scalars(sample.output))
    }

    @Test func `every scalar that may be harmful is harmless once cleaned`() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value), scalar.hazard != nil else { continue }
            #expect(String(scalar).cleaned().unicodeScalars.allSatisfy { $0.hazard == nil })
        }
    }

    @Test func `controls and directions are all in the table`() {
        for value in [0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069].joined() {
            #expect(Unicode.Scalar(UInt32(value))?.hazard != nil, "\(value)")
        }
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            if scalar.properties.generalCategory == .control || scalar.properties.isBidiControl {
                #expect(scalar.hazard != nil, "\(value)")
            }
        }
    }

    @Test(arguments: [LineBreaks.becomeSpaces, .becomeLineFeeds])
    func `nothing harmful ever passes`(_ lineBreaks: LineBreaks) {
        var random = TroubleMaker(seed: 0x5EED)
        for _ in 0..<20_000 {
            let text = Text(bytes: random.text())
            let cleaned = text.cleaned(lineBreaks: lineBreaks)
            expect(harm(in: cleaned, lineBreaks), is: nil, "\(text.bytes)")
            expect(scalars(cleaned.cleaned(lineBreaks: lineBreaks)), is: scalars(cleaned))
        }
    }

    /// What is still wrong with a cleaned string, found without the code that cleans.
    private func harm(in string: String, _ lineBreaks: LineBreaks) -> String? {
        var marks = 0
        for scalar in string.unicodeScalars {
            if scalar == "\n", lineBreaks == .becomeLineFeeds { continue }
            let properties = scalar.properties
            switch properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: return "control \(scalar.value)"
            case .nonspacingMark, .enclosingMark, .spacingMark: marks += 1
            default: marks = 0
            }
            if properties.isBidiControl || properties.isNoncharacterCodePoint {
                return "scalar \(scalar.value)"
            }
            if marks > 8 { return "marks" }
        }
        return string.contains { $0.unicodeScalars.count > 16 } ? "parts" : nil
    }

    private func scalars(_ string: String) -> [UInt32] {
        string.unicodeScalars.map(\.value)
    }
}

/// The same texts in every run: random bytes, and random picks of what is known for trouble.
private struct TroubleMaker {
    private var random: RepeatableRandom

    init(seed: UInt64) {
        random = RepeatableRandom(seed: seed)
    }

    mutating func text() -> [UInt8] {
        (0..<Int.random(in: 0...40, using: &random)).flatMap { _ in
            Bool.random(using: &random)
                ? [UInt8.random(in: .min ... .max, using: &random)]
                : Array(
                    Self.trouble.randomElement(using: &random).map { String($0).utf8 } ?? "".utf8)
        }
    }

    private static let trouble: [Unicode.Scalar] = [
        "\u{0}", "\u{8}", "\t", "\n", "\r", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{AD}",
        "\u{300}", "\u{301}", "\u{489}", "\u{600}", "\u{61C}", "\u{94D}", "\u{915}", "\u{1100}",
        "\u{1161}", "\u{11A8}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{200E}", "\u{2028}",
        "\u{202E}", "\u{2066}", "\u{2069}", "\u{3164}", "\u{FE0F}", "\u{FEFF}", "\u{FFF9}",
        "\u{FFFF}", "\u{1F1E6}", "\u{1F3F4}", "\u{1F3FF}", "\u{1F44D}", "\u{1F468}", "\u{E0067}",
        "\u{E0062}", "\u{E0073}", "\u{E007F}", "\u{10FFFF}", "=", "+", "\"", ",", " ", "a",
    ]
}
