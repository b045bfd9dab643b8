import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// Scenario files that a person gives, and what becomes of those that are none.
    final class ScenarioFileTests {
        private let folder: String

        init() throws {
            let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            folder = url.path
        }

        deinit {
            try? FileManager.default.removeItem(atPath: folder)
        }

        /// Plays what a script calls `a.json` after `before` has been done in a folder of its own.
        private func play(
            after before: String, _ file: String = "a.json", input: String = ""
        ) async throws -> Child.Outcome {
            try await ProgramTests.shell(
                #"cd "$1" && \#(before) exec "$0" demo --speed 10000 --format json --scenario "$2""#,
                [folder, file], input: input)
        }

        private static let good =
            #"{"format": 1, "phones": [{"name": "A", "existing": [{"name": "x", "#
            + #""app": "com.apple.news", "title": "Tea"}]}]}"#

        @Test(
            "a file that cannot be read is told with its reason",
            arguments: [
                ("", "a.json cannot be read: No such file or directory", "there is none"),
                ("mkdir a.json;", "a.json cannot be read: Is a directory", "a directory"),
                (
                    "ln -s a.json a.json;",
                    "a.json cannot be read: Too many levels of symbolic links", "a loop"
                ),
            ])
        func unreadable(before: String, sentence: String, why: Comment) async throws {
            let outcome = try await play(after: before)
            expect(outcome.status, is: 66, why)
            expect(outcome.errors, is: "callboard: \(sentence)\n", why)
            #expect(outcome.output.isEmpty, why)
        }

        @Test(arguments: [
            ("beacon", "beacon cannot be read: No such file or directory; did you mean beacons?"),
            (
                "party",
                "party cannot be read: No such file or directory; built in are demo, flood, two-phones, "
                    + "bad-phone, reconnect, beacons, real-phones, late-services, no-mtu-answer, "
                    + "collision and media"
            ),
        ])
        func `a name that no scenario has is told with those that are built in`(
            _ name: String, _ sentence: String
        ) async throws {
            let outcome = try await play(after: "", name)
            expect(outcome.status, is: 66)
            expect(outcome.errors, is: "callboard: \(sentence)\n")
        }

        @Test(arguments: ["[radio]\nradio = simulated\n", "# mine\n[mqtt]\n", "\n [rule a]\n"])
        func `a configuration is told from a scenario`(_ text: String) async throws {
            let outcome = try await ProgramTests.shell(
                #"cd "$1" && cat > nc.conf && exec "$0" demo --scenario nc.conf"#, [folder],
                input: text)
            expect(outcome.status, is: 65)
            expect(
                outcome.errors,
                is:
                    "callboard: nc.conf looks like a configuration, and a scenario is JSON, which begins "
                    + "with {\n")
        }

        @Test func `a file that is not for this person is told so`() async throws {
            // Root may read everything unless it gives up the right to.
            let asAPerson =
                getuid() == 0 ? "setpriv --bounding-set=-dac_override,-dac_read_search" : ""
            let outcome = try await ProgramTests.shell(
                #"cd "$1" && : > a.json && chmod 0 a.json && exec \#(asAPerson) "#
                    + #""$0" demo --scenario a.json"#, [folder])
            expect(outcome.status, is: 66)
            expect(outcome.errors, is: "callboard: a.json cannot be read: Permission denied\n")
        }

        @Test(
            "a file that makes no sense is told with its line and field",
            arguments: [
                ("", "a.json:1:1: the text ends where a value is due", "empty"),
                ("hello", "a.json:1:1: a value must begin here", "no JSON"),
                (
                    "{\"format\": 1,\n}", "a.json:2:1: there must be no comma before the end",
                    "almost"
                ),
                ("[]", "a.json:1: must be an object, not an array", "another thing"),
                ("{}", "a.json:1: format: this field is missing", "nothing in it"),
                (
                    "{\"format\": 2}", "a.json:1: format: must be 1, the only supported format",
                    ""
                ),
                (
                    "{\"format\": 1,\n \"phones\": []}",
                    "a.json:2: phones: must have 1 to 16 phones, not 0", "the line of the field"
                ),
                (
                    "{\"format\": 1,\n \"fones\": []}",
                    "a.json:2: fones: there is no such field; did you mean \"phones\"?",
                    "a near match"
                ),
                (
                    "{\"format\": 1, \"phones\": [{\"name\": \"A\",\n\n\"mtu\": 22}]}",
                    "a.json:3: phones[0].mtu: must be a whole number from 23 to 517, not 22",
                    "a field deep inside"
                ),
                (
                    "{\"format\": 1, \"phones\": [{\"name\": \"A\", \"\u{1B}[31m\": 1}]}",
                    "a.json:1:41: a control character in a string must be written as an escape",
                    "a raw control character"
                ),
                (
                    "{\"format\": 1, \"phones\": [{\"name\": \"A\", \"\\u001b[31m\": 1}]}",
                    #"a.json:1: phones[0]["\u001b[31m"]: there is no such field; allowed: "#
                        + "name, bond, arrives, model, mtu, apps, services, media, behaviour, existing, "
                        + "timeline",
                    "an escaped one, which must stay escaped"
                ),
            ])
        func invalid(text: String, sentence: String, why: Comment) async throws {
            let outcome = try await play(after: #"cat > a.json;"#, input: text)
            expect(outcome.status, is: 65, why)
            expect(outcome.errors, is: "callboard: \(sentence)\n", why)
            #expect(outcome.output.isEmpty, why)
        }

        @Test func `standard input is a file like any other`() async throws {
            for file in ["-", "/dev/stdin"] {
                let outcome = try await play(after: "", file, input: Self.good)
                expect(outcome.status, is: 0)
                #expect(outcome.output.contains(#""title":"Tea""#))
            }
            let outcome = try await play(after: "", "-", input: "{")
            expect(outcome.status, is: 65)
            expect(
                outcome.errors,
                is: "callboard: standard input:1:2: the text ends inside an object\n")
        }

        @Test func `a named pipe is read to its end`() async throws {
            let outcome = try await play(
                after: "mkfifo a.json; { cat <&3 > a.json & } 3<&0;", input: Self.good)
            expect(outcome.status, is: 0)
            #expect(outcome.output.contains(#""title":"Tea""#))
        }

        @Test(
            "what is too large is given up, even if it never ends",
            arguments: [
                ("/dev/zero", "", "a device"), ("-", "yes | ", "a program that never stops"),
                ("-", "head -c 16777217 /dev/zero | ", "one byte too many"),
            ])
        func tooLarge(file: String, source: String, why: Comment) async throws {
            let outcome = try await ProgramTests.shell(
                #"\#(source) "$0" demo --scenario "$1""#, [file])
            let name = file == "-" ? "standard input" : file
            expect(outcome.status, is: 65, why)
            #expect(
                outcome.errors
                    == "callboard: \(name) is too large for a scenario: at most 16 MB\n", why)
        }

        @Test func `a scenario that is built in is played by its name`() async throws {
            let outcome = try await ProgramTests.shell(
                #"exec "$0" demo --speed 10000 --format json --scenario two-phones"#)
            expect(outcome.status, is: 0)
            expect(Set(outcome.output.matches(of: /"phone":"([^"]+)"/).map(\.1)).count, is: 2)
        }

        @Test func `a file as large as may be is read`() async throws {
            let outcome = try await ProgramTests.shell(
                #"{ cat; head -c 16776000 /dev/zero | tr '\0' ' '; } "#
                    + #"| "$0" demo --speed 10000 --format json --scenario -"#, input: Self.good)
            expect(outcome.status, is: 0)
            #expect(outcome.output.contains(#""title":"Tea""#))
        }

        @Test(
            "a name that a terminal would obey is made harmless",
            arguments: [
                ("\u{1B}[31mred.json", "\u{FFFD}[31mred.json", "colour"),
                ("a\u{9B}2Jb", "a\u{FFFD}2Jb", "an eight-bit control"),
                ("a\nb\rc", "a\u{FFFD}b\u{FFFD}c", "lines of its own"),
                ("a\u{202E}nosj.b", "a\u{FFFD}nosj.b", "writing backwards"),
            ])
        func hostileName(name: String, shown: String, why: Comment) async throws {
            let missing = try await play(after: "", name)
            expect(missing.status, is: 66, why)
            expect(
                missing.errors,
                is: "callboard: \(shown) cannot be read: No such file or directory\n",
                why)
            let empty = try await play(after: #": > "$2";"#, name)
            expect(empty.status, is: 65, why)
            #expect(
                empty.errors == "callboard: \(shown):1:1: the text ends where a value is due\n",
                why)
        }

        @Test func `input that others have made impatient is waited for`() async throws {
            let outcome = try await ProgramTests.child(
                #"exec "$0" demo --speed 10000 --format json --scenario -"#, input: Self.good,
                doesInputWait: false
            ) { child in
                child.isWriting = false
                try child.waitForIdleness()
                child.isWriting = true
                return try child.finish()
            }
            expect(outcome.status, is: 0)
            #expect(outcome.output.contains(#""title":"Tea""#))
        }
    }
}
