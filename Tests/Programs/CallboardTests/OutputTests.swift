import Expecting
import Testing

extension ProgramTests {
    /// Standard streams in every state that a shell can give them.
    struct OutputTests {
        @Test(arguments: ["board", "json", "kv", "csv", "classic"])
        func `a reader that has enough is no failure`(format: String) async throws {
            let outcome = try await ProgramTests.shell(
                #"{ "$0" demo --speed 50 --scenario - --format "$1"; echo "status $?" >&2; } | head -n 1"#,
                [format], input: Demo.endless)
            expect(outcome.lines.count, is: 1)
            expect(outcome.errors, is: "status 0\n")
        }

        @Test(arguments: ["demo --speed 1000", "--help", "--version", "demo --format jsn"])
        func `a reader that takes nothing at all ends it quietly`(words: String) async throws {
            let outcome = try await ProgramTests.shell(
                // Dots go into the pipe until it has no reader.
                #"{ while (printf .) 2> /dev/null; do :; done; "$0" \#(words) 2>&1; "#
                    + #"echo "status $?" >&2; } | exec <&-"#)
            expect(outcome.errors, is: "status \(words.hasSuffix("jsn") ? 64 : 0)\n")
        }

        @Test(
            "output that cannot be written is told with its reason",
            arguments: [
                ("> /dev/full", "No space left on device", "a full disk"),
                (">&-", "Bad file descriptor", "no standard output at all"),
                ("1< /dev/null", "Bad file descriptor", "one for reading"),
                ("<&- >&-", "Bad file descriptor", "no standard input either"),
            ])
        func unwritable(redirection: String, reason: String, why: Comment) async throws {
            for words in [
                "demo --speed 1000", "demo --speed 1000 --format json", "--help", "--version",
                "demo --help",
            ] {
                let outcome = try await ProgramTests.shell(#"exec "$0" \#(words) \#(redirection)"#)
                expect(outcome.status, is: 74, "\(why): \(words)")
                expect(
                    outcome.errors, is: "callboard: standard output cannot be written: \(reason)\n",
                    "\(why): \(words)")
            }
        }

        @Test(
            "a stream that is missing is not missed where it is of no use",
            arguments: ["<&-", "2>&-", "<&- 2>&-", "2> /dev/full", "2< /dev/null"])
        func missing(redirection: String) async throws {
            let outcome = try await ProgramTests.shell(
                #"exec "$0" demo --speed 5000 --format json \#(redirection)"#)
            expect(outcome.status, is: 0)
            try expect(outcome.events().count, is: Demo.events)
            let mistake = try await ProgramTests.shell(#"exec "$0" dmeo \#(redirection)"#)
            expect(mistake.status, is: 64)
            #expect(mistake.output.isEmpty)
        }

        @Test func `without any stream there is a status still`() async throws {
            let outcome = try await ProgramTests.shell(
                #""$0" demo --speed 1000 <&- >&- 2>&-; echo $?"#)
            expect(outcome.output, is: "74\n")
        }

        @Test func `a scenario on a standard input that is closed cannot be read`() async throws {
            let outcome = try await ProgramTests.shell(#"exec "$0" demo --scenario - <&-"#)
            expect(outcome.status, is: 66)
            expect(
                outcome.errors,
                is: "callboard: standard input cannot be read: Bad file descriptor\n")
        }

        @Test func `a file gets what a pipe gets, after what was in it`() async throws {
            let outcome = try await ProgramTests.shell(
                #"""
                file=$(mktemp) && echo before > "$file" || exit 1
                "$0" demo --speed 5000 --format json >> "$file" 2>&1
                echo "$?" >> "$file"; cat "$file"; rm "$file"
                """#)
            expect(outcome.linesWithoutBattery.count, is: Demo.events + 3)
            expect(outcome.lines.first, is: "before")
            expect(outcome.lines.last, is: "0")
        }
    }
}
