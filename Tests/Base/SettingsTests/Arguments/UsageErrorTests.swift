import Expecting
import Testing

@testable import Settings

struct UsageErrorTests {
    @Test(arguments: [
        ("dmeo", "unknown command dmeo; did you mean demo?"),
        ("dmeo --help", "unknown command dmeo; did you mean demo?"),
        ("--help dmeo", "unknown command dmeo; did you mean demo?"),
        ("help dmeo", "unknown command dmeo; did you mean demo?"),
        ("dmeo --version", "unknown command dmeo; did you mean demo?"),
        ("zzz", "unknown command zzz"),
        ("--nonsense zzz", "unknown option --nonsense"),
        ("--confg x demo", "unknown option --confg; did you mean --config?"),
        ("--config x", "no command is named"),
        ("demo --fromat json", "unknown option --fromat; did you mean --format?"),
        ("demo --fromat=json", "unknown option --fromat; did you mean --format?"),
        ("demo --form json", "unknown option --form; did you mean --format?"),
        ("demo -format json", "unknown option -format; did you mean --format?"),
        ("demo --xyzzy", "unknown option --xyzzy"),
        ("demo -x", "unknown option -x"),
        ("demo -qx", "unknown option -x"),
        ("demo --version", "unknown option --version"),
        ("demo --speed fast", "--speed must be a number from 0.01 to 10000, not 'fast'"),
        ("demo -s 0", "--speed must be a number from 0.01 to 10000, not '0'"),
        ("demo -s nan", "--speed must be a number from 0.01 to 10000, not 'nan'"),
        ("demo -s inf", "--speed must be a number from 0.01 to 10000, not 'inf'"),
        ("demo -s 0x1p3", "--speed must be a number from 0.01 to 10000, not '0x1p3'"),
        ("demo -s 1e999", "--speed must be a number from 0.01 to 10000, not '1e999'"),
        ("demo --speed=", "--speed must be a number from 0.01 to 10000, not ''"),
        ("demo --speed", "--speed must be a number from 0.01 to 10000, but no value follows"),
        ("demo --count 10", "--count must be a whole number from 1 to 9, not '10'"),
        ("demo --count 1.5", "--count must be a whole number from 1 to 9, not '1.5'"),
        (
            "demo --count 99999999999999999999",
            "--count must be a whole number from 1 to 9, not '99999999999999999999'"
        ),
        (
            "demo --format jsn",
            "--format must be board, json or csv, not 'jsn'; did you mean json?"
        ),
        ("demo --format JSONLINES", "--format must be board, json or csv, not 'JSONLINES'"),
        ("demo --config=", "--config must be a file, not ''"),
        ("demo --quiet=yes", "--quiet takes no value"),
        ("demo --help=yes", "--help takes no value"),
        ("demo more", "unexpected argument 'more'"),
        ("demo more --fromat", "unknown option --fromat; did you mean --format?"),
        ("demo -- --help", "unexpected argument '--help'"),
        ("play", "FILE is missing"),
        ("play a 25", "TIME must be a whole number from 1 to 24, not '25'"),
    ])
    func `nonsense is named in one sentence`(_ line: String, _ sentence: String) {
        let words = line.split(separator: " ").map(String.init)
        let error = #expect(throws: UsageError.self) { try SampleProgram.program.parse(words) }
        expect(error?.description, is: sentence)
    }

    @Test func `an error says whose help says more`() {
        let error = #expect(throws: UsageError.self) {
            try SampleProgram.program.parse(["demo", "--nonsense"])
        }
        expect(error?.commandLine, is: "sample demo")
    }

    @Test func `an error does not disturb the terminal`() {
        for word in ["\u{1B}[31m", "--\u{1B}[31m", String(repeating: "x", count: 100_000)] {
            let error = #expect(throws: UsageError.self) { try SampleProgram.program.parse([word]) }
            let sentence = error?.description ?? ""
            #expect(!sentence.unicodeScalars.contains { $0.properties.generalCategory == .control })
            #expect(sentence.count < 120)
        }
    }
}
