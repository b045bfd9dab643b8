import Expecting
import Testing

@testable import Settings

/// What is said about mistakes.
struct ProblemTests {
    @Test(arguments: [
        ("[mian]", "1: unknown section [mian]; did you mean [main]?"),
        ("[rul night]", "1: unknown section [rul night]; did you mean [rule NAME]?"),
        (
            "[xyzzy]",
            "1: unknown section [xyzzy]; there is [main], [rule NAME] or [serial NAME]"
        ),
        (
            "[Main]", "1: unknown section [Main]; did you mean [main]?"
        ),
        (
            "[]", "1: unknown section []; there is [main], [rule NAME] or [serial NAME]"
        ),
        ("[main]\ncuont = 2", "2: [main] unknown key cuont; did you mean count?"),
        (
            "[rule a]\nxyzzy = 2", "2: [rule a] unknown key xyzzy; there is hours or match"
        ),
        ("count = 2", "1: count stands before the first [section]"),
        ("[main]\ncount = 2\n\ncount = 3", "4: [main] count stands here and in line 2"),
        (
            "[main]\ncount = x\ncount = 3\ncount = 4",
            """
            2: [main] count must be a whole number from 1 to 9, not 'x'
            f.conf:3: [main] count stands here and in line 2
            f.conf:4: [main] count stands here and in line 2
            """
        ),
        ("[main]\ncount = 10", "2: [main] count must be a whole number from 1 to 9, not '10'"),
        (
            "[main]\ncount = 99999999999999999999",
            "2: [main] count must be a whole number from 1 to 9, not '99999999999999999999'"
        ),
        (
            "[main]\ncount =",
            "2: [main] count must be a whole number from 1 to 9, but no value follows"
        ),
        (
            "[main]\ncount = # none",
            "2: [main] count must be a whole number from 1 to 9, but no value follows"
        ),
        ("[main]\nname = \"\"", "2: [main] name must be a text that is not empty, not ''"),
        ("[main]\nratio = nan", "2: [main] ratio must be a number from 0 to 1, not 'nan'"),
        (
            "[main]\ncolour = gren",
            "2: [main] colour must be red, green or blue, not 'gren'; did you mean green?"
        ),
        ("[main]\nloud = ys", "2: [main] loud must be yes or no, not 'ys'; did you mean yes?"),
        ("[main]\nloud = 1", "2: [main] loud must be yes or no, not '1'"),
        (
            "[main]\nwait = 90",
            "2: [main] wait must be a time from 0s to 1d, such as 10s, 5m or 2h, not '90'"
        ),
        (
            "[main]\nwait = 2d",
            "2: [main] wait must be a time from 0s to 1d, such as 10s, 5m or 2h, not '2d'"
        ),
        (
            "[main]\nwait = 9223372036854775807d",
            "2: [main] wait must be a time from 0s to 1d, such as 10s, 5m or 2h, "
                + "not '9223372036854775807d'"
        ),
        (
            "[main]\nwait = 2 weeks",
            "2: [main] wait must be a time from 0s to 1d, such as 10s, 5m or 2h, not '2 weeks'"
        ),
        (
            "[main]\nroom = 5Q",
            "2: [main] room must be a size from 1K to 1G bytes, such as 500K or 10M, not '5Q'"
        ),
        (
            "[main]\nalarm = 24:00",
            "2: [main] alarm must be a time of day such as 22:30, not '24:00'"
        ),
        (
            "[rule night]\nhours = 25:00",
            "2: [rule night] hours must be a time span such as 22:00-07:00, not '25:00'"
        ),
        (
            "[rule night]\nhours = 22:00-22:00",
            "2: [rule night] hours must be a time span such as 22:00-07:00, not '22:00-22:00'"
        ),
        (
            "[rule night]\nhours = 22:0٣-23:00",
            "2: [rule night] hours must be a time span such as 22:00-07:00, not '22:0٣-23:00'"
        ),
        (
            "[serial a]\ndevice = tty",
            "2: [serial a] device must be the path of a file, from / on, not 'tty'"
        ),
        ("[serial a]", "1: [serial a] lacks the key device"),
        ("[rule a]\n[rule b]\n[rule  a]", "3: [rule a] stands here and in line 1"),
        ("[main]\n[rule b]\n[main]", "3: [main] stands here and in line 1"),
        ("[rule]", "1: [rule] needs a name, as in [rule NAME]"),
        ("[main one]", "1: [main] takes no name"),
        ("[main", "1: a line that begins with '[' must have ']' after the name"),
        ("[main\ncount = 3", "1: a line that begins with '[' must have ']' after the name"),
        ("[main] count = 3", "1: only a comment may follow ']'"),
        ("[main]\ncount", "2: [main] a line must be 'key = value', '[section]' or '# comment'"),
        ("= 3", "1: a line must be 'key = value', '[section]' or '# comment'"),
        ("[main]\nname = \"x", "2: [main] name must end with a quote, since it begins with one"),
        ("[main]\nname = \"x\\", "2: [main] name must end with a quote, since it begins with one"),
        (
            "[main]\nname = \"x\" y",
            "2: [main] name may have only a comment or, in a list, a comma after the closing quote"
        ),
        (
            "[main]\nname = \"\\n\"",
            #"2: [main] name may have a backslash in quotes only in \" and \\"#
        ),
        ("[main]\ntags = a,,b", "2: [main] tags must have an item on both sides of a comma"),
        ("[main]\ntags = a,", "2: [main] tags must have an item on both sides of a comma"),
        ("[main]\nname = a\0b", "2: [main] the line contains a NUL byte"),
        ("[main]\nname = a\u{1B}b", "2: [main] the line has a control character"),
        ("[main]\nname = a\rname = b", "2: [main] the line has a control character"),
    ])
    func `a mistake is named with its place`(_ text: String, _ sentences: String) {
        expect(Sample.problems(text).joined(separator: "\n"), is: "f.conf:" + sentences)
    }

    @Test func `all mistakes are told at once, in the order of the lines`() {
        let text = """
            stray = 1
            [serial a]
            [main]
            cuont = 2
            [mian]
            whatever = 3
            [rule a]
            hours = now
            [rule a]
            hours = then
            nothing
            """
        let lines = Sample.problems(text).map { $0.split(separator: ":")[1] }
        expect(lines, is: ["1", "2", "4", "5", "8", "9", "10", "11"])
    }

    @Test func `bytes that are no text are named`() {
        let invalid = Array("[main]\nname = ".utf8) + [0xC3, 0x28, 10]
        #expect(Sample.problems(invalid) == ["f.conf:2: [main] the line is not valid UTF-8"])
        let long = "[main]\nname = " + String(repeating: "x", count: WrittenLine.limit)
        expect(
            Sample.problems(long),
            is: ["f.conf:2: [main] a line may have 4096 bytes, and this one has more"])
        let large = [UInt8](repeating: 10, count: SettingsDraft.fileLimit + 1)
        expect(
            Sample.problems(large),
            is: [
                "f.conf: a file may have 1048576 bytes, and this one has more"
            ])
        #expect(Sample.problems(Array(large.dropLast())).isEmpty)
    }

    @Test(arguments: [
        "password = hunter2", "password = \"hunter2", "password = \"hunter2\" hunter2",
        "password = \"\\hunter2\"", "password = sesam hunter2", "password hunter2",
        "password = sesame\npassword = hunter2", "pasword = hunter2", "[main]\npassword = hunter2",
        "password = hunter2\u{1B}", "pass: hunter2",
    ])
    func `a secret is never repeated`(_ line: String) {
        let problems = Sample.problems("[main]\n" + line)
        #expect(!problems.isEmpty)
        #expect(!problems.joined().contains("hunter2"))
        #expect(!problems.joined().contains("did you mean sesame"))
    }

    @Test func `mistakes beyond the limit are counted`() {
        let text = "[main]\n" + String(repeating: "x\n", count: 10_000)
        let problems = Sample.problems(text)
        expect(problems.count, is: SettingsError.limit + 1)
        expect(problems.last, is: "and 9900 further problems")
    }

    @Test func `a mistake does not disturb the terminal and stays short`() {
        let long = String(repeating: "x", count: 4000)
        for text in [
            "[\(long)]", "[rule \(long)]\n\(long) = 1", "[main]\ncount = \(long)",
            "[main]\ncount = \u{202E}x", "[\u{202E}x]", "\u{2028}x = 1",
        ] {
            for problem in Sample.problems(text) {
                let isPrintable = problem.unicodeScalars.allSatisfy { scalar in
                    ![.control, .format, .lineSeparator].contains(scalar.properties.generalCategory)
                }
                #expect(isPrintable && problem.count < 260, "\(problem)")
            }
        }
    }

    @Test(arguments: [
        String(repeating: "[rule a]\n", count: 20_000),
        (0..<20_000).map { "[rule \($0)]\n" }.joined().prefix(1 << 20).description,
        "[rule a]\n" + String(repeating: "match = a\n", count: 20_000),
        "[main]\n" + String(repeating: "cuont=1\n", count: 20_000),
        String(repeating: "[", count: 1 << 20),
        "[main]\ntags = " + String(repeating: "a,", count: 2000),
    ])
    func `a file of one thing many times is read in a moment`(_ text: String) {
        _ = Sample.problems(text)
    }
}
