import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// `callboard config`, and what else reads the configuration.
    struct ConfigTests {
        private func check(_ text: String, _ words: String = "") async throws -> Child.Outcome {
            try await ProgramTests.shell(
                #"d=$(mktemp -d) && cd "$d" && cat > c && "$0" config check --config c; s=$?"#
                    + #"; rm -r "$d"; exit $s"#, input: text)
        }

        @Test func `the sample says what holds by itself, and is in order`() async throws {
            let sample = try await ProgramTests.callboard("config", "sample")
            expect(sample.status, is: 0)
            for line in sample.lines { #expect(line.isEmpty || "#[".contains(line.first ?? " ")) }
            let checked = try await check(sample.output)
            expect(checked.status, is: 0)
            #expect(checked.output == "c is in order\n")
            // Every key can be taken into use as it stands there, but for groups of other machines, and of
            // the places for pictures only one; a rule about things can ask for nothing of notices.
            let others = ["-group", "#command =", "#stream =", "#framebuffer =", "#item ="]
            let used = sample.lines.filter { line in !others.contains { line.contains($0) } }.map {
                line in
                line.contains(#/^#([a-z-]+ =|\[)/#) ? String(line.dropFirst()) : line
            }
            let outcome = try await check(used.joined(separator: "\n"))
            #expect(outcome.errors.isEmpty)
        }

        @Test func `every mistake is told at once, each with its line`() async throws {
            let outcome = try await check(
                """
                [radio]
                shape = hidd
                adaptor = hci0
                [rule one]
                match = (
                action = drop
                [rule two]
                app = com.example
                [rule three]
                action = hdie
                [output a]
                file = /x
                [output b]
                file = /x
                [control]
                read-group = no-such-group-here
                """)
            expect(outcome.status, is: 78)
            #expect(outcome.output.isEmpty)
            let lines = outcome.errors.split(separator: "\n").map(String.init)
            let starts = [
                "callboard: c:2: [radio] shape must be solicit, hid, keypad or look, not 'hidd'; "
                    + "did you mean hid?",
                "c:3: [radio] unknown key adaptor; did you mean adapter?", "c:5: [rule one] match ",
                "c:7: [rule two] action ", "c:10: [rule three] action must be ",
                "c:12: [output a] file is named by two outputs",
                "c:14: [output b] file is named by two outputs", "c:16: [control] read-group ",
            ]
            expect(lines.count, is: starts.count, "\(outcome.errors)")
            for (line, start) in zip(lines, starts) { #expect(line.hasPrefix(start), "\(line)") }
        }

        @Test(
            "a file that cannot be read is told apart from one that makes no sense",
            arguments: [
                ("config check --config /nowhere", Int32(66), "/nowhere cannot be read"),
                ("config check --config /tmp", 66, "/tmp cannot be read: Is a directory"),
                ("run --config /nowhere", 66, "/nowhere cannot be read"),
                ("run --radio simulated --config /nowhere", 66, "/nowhere cannot be read"),
                ("run --config /etc/passwd", 78, "/etc/passwd:1: "),
                ("pair --state /tmp/none --config /etc/passwd", 78, "/etc/passwd:1: "),
                ("config check --config /dev/zero", 78, "/dev/zero: a file may have"),
                ("config", 64, ""), ("config chekc", 64, "unknown command chekc"),
            ])
        func unreadable(words: String, status: Int32, sentence: String) async throws {
            let outcome = try await ProgramTests.shell(#"exec "$0" \#(words)"#)
            if !sentence.isEmpty {
                expect(outcome.status, is: status)
                #expect(outcome.errors.hasPrefix("callboard: \(sentence)"), "\(outcome.errors)")
            }
        }

        @Test(arguments: [
            ("[rule a]\nfrom = Mama\naction = drop", "unknown key from; did you mean sender?"),
            (
                "[control]\nact-group = nosuch",
                "must be a group that exists on this host, not 'nosuch'"
            ),
            (
                "[mqtt]\nhost = mqtt://x",
                "[ADDRESS]:PORT or unix:/PATH: leave out everything up to and including ://"
            ),
            (
                "[rule a]\ndays = mo-frx\naction = drop",
                "sun or a span such as mon-fri, not 'mo-frx'"
            ),
        ])
        func `a mistake is told with what is probably meant`(
            _ text: String, _ words: String
        ) async throws {
            let outcome = try await ProgramTests.shell(
                #"d=$(mktemp -d) && cd "$d" && cat > c && "$0" config check --config c"#,
                input: text)
            expect(outcome.status, is: 78)
            #expect(outcome.errors.contains(words), "\(outcome.errors)")
        }

        @Test func `times and days are taken as people write them`() async throws {
            let outcome = try await ProgramTests.shell(
                #"d=$(mktemp -d) && cd "$d" && cat > c && "$0" config check --config c"#,
                input: "[history]\nkeep = 10 years\n[notices]\nquiet-hours = 22:00-07:00\n"
                    + "quiet-days = mo-fr, Sunday\n[rule a]\ndays = fri-mon\naction = drop\n")
            expect(outcome.output, is: "c is in order\n", "\(outcome.errors)")
        }

        @Test func `a pipe is no configuration, whether it has a writer or none`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                mkfifo p
                "$0" config check --config p; echo $?
                exec 9<>p; "$0" run --radio simulated --config p; echo $?
                """#)
            expect(outcome.output, is: "66\n66\n")
            let sentence =
                "callboard: p is a pipe; the configuration must be a regular file\n"
            expect(outcome.errors, is: sentence + sentence)
        }

        @Test func `the environment holds over the file, and its mistakes are told`() async throws {
            let outcome = try await ProgramTests.shell(
                #"""
                export CALLBOARD_RADIO_SHAPE=round CALLBOARD_NOTICES_RATE=5 CALLBOARD_FOO=1
                exec "$0" config check --config /dev/null
                """#)
            expect(outcome.status, is: 78)
            #expect(
                outcome.errors.contains(
                    "CALLBOARD_RADIO_SHAPE must be solicit, hid, keypad or look"))
            #expect(outcome.errors.contains("CALLBOARD_FOO matches no key"))
            #expect(!outcome.errors.contains("RATE"))
        }

        @Test func `one file is not written by two outputs, wherever they are named`() async throws
        {
            let outcome = try await ProgramTests.bridge(
                #"""
                printf '[output x]\nfile = /tmp/twice\n' > conf
                "$0" run --radio simulated --socket s --config conf -F csv:/tmp/twice
                """#)
            expect(outcome.status, is: 78)
            #expect(outcome.errors == "callboard: /tmp/twice is named by two outputs\n")
        }

        @Test(arguments: ["-F csv:./t", "-F csv:link/t", "-F csv:l", "-F csv:hard"])
        func `one file is not written by two outputs, however they spell it`(
            other: String
        ) async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                ln -s . link; ln -s t l; touch t; ln t hard
                "$0" run --radio simulated --socket s --config conf -F json:t \#(other)
                """#)
            expect(outcome.status, is: 64)
            #expect(outcome.errors.contains(" is named by two outputs"))
        }
    }
}
