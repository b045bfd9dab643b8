import Expecting
import Testing

extension ProgramTests {
    /// Words that make no sense are told in one sentence, with what would.
    struct UsageTests {
        private static let speeds = "--speed must be a number from 0.01 to 10000"
        private static let seeds =
            "--seed must be a whole number from 0 to 9223372036854775807"
        private static let lengths = "--text-length must be a whole number from 16 to 65535"
        private static let formats = "--format must be board, json, kv, csv or classic"

        @Test(
            "a mistake is named and nothing is played",
            arguments: [
                (["dmeo"], "unknown command dmeo; did you mean demo?"),
                (["--help", "dmeo"], "unknown command dmeo; did you mean demo?"),
                (["help", "dmeo"], "unknown command dmeo; did you mean demo?"),
                (["serve"], "unknown command serve"),
                ([""], "unknown command ''"),
                (["de\u{1B}[31mo\n"], "unknown command 'de\u{FFFD}[31mo\u{FFFD}'"),
                (["--verison"], "unknown option --verison; did you mean --version?"),
                (["--speed", "2", "demo"], "unknown option --speed"),
                (["demo", "--fromat", "json"], "unknown option --fromat; did you mean --format?"),
                (["demo", "-format", "json"], "unknown option -format; did you mean --format?"),
                (
                    ["tail", "--follow"],
                    "unknown option --follow; callboard tail follows by itself, until you end it"
                ),
                (
                    ["tail", "-f"],
                    "unknown option -f; callboard tail follows by itself, until you end it"
                ),
                (["demo", "-x"], "unknown option -x"),
                (["demo", "--version"], "unknown option --version"),
                (["demo", "--format", "jsn"], "\(formats), not 'jsn'; did you mean json?"),
                (["demo", "--format=JSON"], "\(formats), not 'JSON'; did you mean json?"),
                (["demo", "-Fxml"], "\(formats), not 'xml'"),
                (["demo", "--format"], "\(formats), but no value follows"),
                (["demo", "--speed"], "\(speeds), but no value follows"),
                (["demo", "--scenario"], "--scenario must be a file, but no value follows"),
                (["demo", "--scenario", ""], "--scenario must be a file, not ''"),
                (["demo", "--speed", "fast"], "\(speeds), not 'fast'"),
                (["demo", "--speed", "0"], "\(speeds), not '0'"),
                (["demo", "--speed", "-1"], "\(speeds), not '-1'"),
                (["demo", "--speed", "10000.1"], "\(speeds), not '10000.1'"),
                (["demo", "--speed", "1e999"], "\(speeds), not '1e999'"),
                (["demo", "--speed", "nan"], "\(speeds), not 'nan'"),
                (["demo", "--speed", "inf"], "\(speeds), not 'inf'"),
                (["demo", "--speed", "0x10"], "\(speeds), not '0x10'"),
                (["demo", "--speed", "1,5"], "\(speeds), not '1,5'"),
                (["demo", "--seed", "-1"], "\(seeds), not '-1'"),
                (["demo", "--seed", "1.5"], "\(seeds), not '1.5'"),
                (["demo", "--seed", "9223372036854775808"], "\(seeds), not '9223372036854775808'"),
                (["demo", "--text-length"], "\(lengths), but no value follows"),
                (["demo", "--text-length", ""], "\(lengths), not ''"),
                (["demo", "--text-length", "15"], "\(lengths), not '15'"),
                (["demo", "--text-length", "-1"], "\(lengths), not '-1'"),
                (["demo", "--text-length", "65536"], "\(lengths), not '65536'"),
                (["demo", "--text-length", "2k"], "\(lengths), not '2k'"),
                (["demo", "--text-length", "1e3"], "\(lengths), not '1e3'"),
                (
                    ["demo", "--text-lenght=99"],
                    "unknown option --text-lenght; did you mean --text-length?"
                ),
                (["demo", "--raw=yes"], "--raw takes no value"),
                (["tail", "--app", ""], "--app must be a text, not ''"),
                (["forget", ""], "PHONE must be a text, not ''"),
                (
                    ["run", "--scenario", "x"],
                    "--scenario is about simulated phones; add --radio simulated"
                ),
                (
                    ["run", "--radio=bluez", "--speed=2"],
                    "--speed is about simulated phones; add --radio simulated"
                ),
                (["demo", "now"], "unexpected argument 'now'"),
                (["demo", "--", "--raw"], "unexpected argument '--raw'"),
            ] as [([String], String)])
        func mistake(words: [String], sentence: String) async throws {
            let outcome = try await ProgramTests.shell(#"exec "$0" "$@""#, words)
            expect(outcome.status, is: 64)
            expect(outcome.errors, is: "callboard: \(sentence)\n")
            #expect(outcome.output.isEmpty)
        }

        @Test func `a word of any length is cut in the sentence`() async throws {
            let word = String(repeating: "x", count: 100_000)
            let outcome = try await ProgramTests.callboard("demo", "--format", word)
            expect(outcome.status, is: 64)
            #expect(outcome.errors.count < 200)
        }

        @Test func `bytes that are no text are refused like any other word`() async throws {
            let outcome = try await ProgramTests.shell(
                #"exec "$0" demo --format "$(printf '\377\376json')""#)
            expect(outcome.status, is: 64)
            expect(outcome.errors, is: "callboard: \(Self.formats), not '\u{FFFD}\u{FFFD}json'\n")
        }
    }
}
