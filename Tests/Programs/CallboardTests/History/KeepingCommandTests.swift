import Expecting
import Testing

extension ProgramTests {
    /// `callboard history export`, `import` and `forget`, and `callboard demo --history`.
    struct KeepingCommandTests {
        @Test func `an export makes the same history again`() async throws {
            let outcome = try await ProgramTests.history(
                #"""
                look history export a; stat -c %a a
                "$0" history import a --history b; "$0" history import a --history b
                "$0" history export --history b > c; cmp a c && echo same
                "$0" history export - --history b | cmp - a && echo same
                gzip -c a | zcat | "$0" history import - --history d
                look history export a; echo $?
                look history export --since 2026-11-06 | grep -c '"title"'
                """#)
            expect(outcome.output, is: "600\nsame\nsame\n74\n2\n")
            #expect(
                outcome.errors == """
                    callboard: notifications imported: 6
                    callboard: notifications imported: 0, there already: 6
                    callboard: notifications imported: 6
                    callboard: a is there already; an export needs a new file

                    """)
        }

        @Test func `a line that makes no sense is named without its words`() async throws {
            let outcome = try await ProgramTests.history(
                #"""
                (head -n 3 scenario; echo '{"Quince": "marmalade"'; tail -n 2 scenario) > bad
                "$0" history import bad --history x; echo $?
                "$0" history export --history x | grep -c title
                (head -n 2 scenario; echo '{"title": "Quince", "message": 7}') > bad
                "$0" history import - --history x < bad; echo $?
                head -c 20000000 /dev/zero | tr '\0' Q | "$0" history import - --history x; echo $?
                "$0" history import /nowhere --history x; echo $?
                """#)
            expect(outcome.output, is: "65\n2\n65\n65\n66\n", "\(outcome.errors)")
            let lines = outcome.errors.split(separator: "\n")
            #expect(lines.contains { $0.hasPrefix("callboard: bad:4:") })
            #expect(lines.contains { $0.hasPrefix("callboard: standard input:3:") })
            #expect(outcome.keepsSecrets, "\(outcome.errors)")
        }

        @Test func `what is no export is told as what it is`() async throws {
            let outcome = try await ProgramTests.history(
                #"""
                "$0" history import h/history.db --history x; echo $?
                echo '{"callboard_history":2}' | "$0" history import - --history x; echo $?
                echo '{"callboard_history":0}' | "$0" history import - --history x; echo $?
                """#)
            expect(outcome.output, is: "65\n65\n65\n")
            #expect(
                outcome.errors == """
                    callboard: h/history.db is a history file, not an export; name its folder with --history
                    callboard: standard input was written by a newer Callboard, in form 2; use that one
                    callboard: standard input:1:22 is not a line of an export

                    """)
        }

        private static let nothing = "no notification matches, so there is nothing to forget"

        @Test(
            "a name that nothing has is told, with the one that was probably meant",
            arguments: [
                ("--app Mesages", "nothing of app 'Mesages' was kept; did you mean 'Messages'?"),
                (
                    "--phone \"Maras iPhone\"",
                    "nothing of phone 'Maras iPhone' was kept; did you mean 'Mara's iPhone'?"
                ),
                ("--item Kyes", "nothing of 'Kyes' was kept"),
            ])
        func mistyped(words: String, sentence: String) async throws {
            let outcome = try await ProgramTests.history(
                #"""
                look history -F json | titles
                look history forget \#(words) --yes; echo $?
                look history forget \#(words); echo $?
                look history -F json | titles
                """#)
            expect(outcome.lines.count, is: 4, "\(outcome.output)")
            expect(outcome.lines.first, is: outcome.lines.last, "nothing is gone")
            expect(Array(outcome.lines[1...2]), is: ["1", "1"])
            expect(
                outcome.errors,
                is: "callboard: \(sentence)\ncallboard: \(sentence)\n", "\(words)")
        }

        @Test(
            "what is forgotten is gone",
            arguments: [
                (
                    "--app Messages", 3, "Rhubarb Tamarind Rhubarb",
                    "nothing of app 'Messages' was kept"
                ),
                (
                    "--app org.example.mail", 1, "上海 Rhubarb Zoë Müller Rhubarb Quince",
                    "nothing of app 'org.example.mail' was kept"
                ),
                (
                    "--phone \"Mara's iPhone\"", 5, "Tamarind",
                    "nothing of phone 'Mara's iPhone' was kept"
                ),
                ("--before 2026-11-05", 2, "上海 Rhubarb Tamarind Zoë Müller", nothing),
                (
                    "--match 'marmalade ready'", 1, "上海 Rhubarb Tamarind Zoë Müller Rhubarb",
                    nothing
                ),
            ])
        func forgetting(words: String, count: Int, left: String, again: String) async throws {
            let outcome = try await ProgramTests.history(
                #"""
                look history forget \#(words); echo $?
                look history forget \#(words) --yes; echo $?
                look history -F json | titles
                look history forget \#(words); echo $?
                cat h/history.db* | grep -ac 'marmalade is ready' || true
                """#)
            let lines = outcome.lines
            expect(lines[..<4], is: ["64", "0", left + " ", "1"], "\(outcome.output)")
            expect(lines.last, is: (left.contains("Quince") ? "1" : "0"))
            #expect(
                outcome.errors.hasPrefix(
                    """
                    callboard: confirmation requires a terminal; add --yes
                    callboard: notifications forgotten: \(count)
                    callboard: \(again)
                    """), "\(outcome.errors)")
        }

        @Test func `a history is separated once somebody has agreed`() async throws {
            let outcome = try await ProgramTests.history(
                #"""
                look history -F json > before
                look history separate; echo $?
                look history separate --yes; echo $?
                look history -F json | cmp - before && echo same
                """#)
            expect(outcome.output, is: "64\n0\nsame\n", "\(outcome.errors)")
            #expect(
                outcome.errors.contains("confirmation requires a terminal; add --yes\n"))
            #expect(
                outcome.errors.hasSuffix(
                    "the history has its own identity now; notifications to upload: 6\n"),
                "\(outcome.errors)")
        }

        @Test func `the demo leaves another history alone`() async throws {
            let outcome = try await ProgramTests.history(
                """
                cp h/history.db before; "$0" demo --history h; echo $?
                cmp before h/history.db && echo same
                """)
            expect(outcome.output, is: "1\nsame\n")
            expect(
                outcome.errors,
                is: "callboard: h has a history that the demo did not make; name another "
                    + "folder\n")
        }

        // From the first notice to the last one: in the night a day has none yet.
        @Test
        func `the demo's year can be looked back on, and made again`() async throws {
            let outcome = try await ProgramTests.history(
                """
                "$0" demo --history y --seed 3 2> said; echo $?
                grep -c 'notifications of a year are in y; now try callboard stats' said
                "$0" history --history y --missed -n 3 -F json | wc -l
                "$0" stats --history y --json | grep -c '"days":36[4-6],"notices":2[0-9][0-9][0-9][0-9],'
                "$0" stats --history y --svg year.svg; head -c 4 year.svg; echo
                stat -c %a year.svg
                "$0" stats --history y | grep -c '^Top callers'
                """)
            expect(outcome.output, is: "0\n1\n3\n1\n<svg\n600\n1\n", "\(outcome.errors)")
        }
    }
}
