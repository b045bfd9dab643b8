import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// Pages of the manual, and scripts for shells.
    struct DocumentTests {
        @Test(arguments: [
            ("1", ["callboard tail", "callboard demo", "callboard status", "callboard answer"]),
            ("5", ["[radio]", "[output NAME]", "quiet-hours", "CALLBOARD_RADIO_ADAPTER"]),
            ("8", ["callboard run", "callboard pair", "callboard config check", "SIGHUP"]),
        ])
        func `a page of the manual is one that man takes`(section: String, words: [String])
            async throws
        {
            let page = try await ProgramTests.shell(
                #"SOURCE_DATE_EPOCH=1772442242 exec "$0" manual \#(section)"#)
            #expect(page.status == 0 && page.errors.isEmpty)
            expect(page.lines.first?.hasPrefix(".TH \"CALLBOARD"), is: true, "\(page.lines[0])")
            #expect(page.output.contains("\"2026\\-03\\-02\""))
            let outcome = try await ProgramTests.shell(
                """
                command -v groff > /dev/null || exit 77
                cat > /dev/stderr < /dev/null; cat > /tmp/callboard-page.$$
                groff -Tutf8 -ww -man -z /tmp/callboard-page.$$ 2>&1
                groff -Tutf8 -ww -man -rLL=100n -P-cbou /tmp/callboard-page.$$; rm /tmp/callboard-page.$$
                """, input: page.output)
            guard outcome.status != 77 else { return }
            #expect(!outcome.output.contains("warning:") && !outcome.output.contains("error:"))
            for word in words { #expect(outcome.output.contains(word), "\(word)") }
        }

        @Test(arguments: ["bash -n", "zsh -n", "fish --no-execute"])
        func `a script is one that its shell takes`(check: String) async throws {
            let shell = check.prefix { $0 != " " }
            let outcome = try await ProgramTests.shell(
                #"""
                "$0" completion \#(shell) > /tmp/callboard-script.$$ || exit 1
                trap 'rm /tmp/callboard-script.$$' EXIT
                command -v \#(shell) > /dev/null || exit 0
                \#(check) /tmp/callboard-script.$$
                """#)
            expect(outcome.status, is: 0)
            #expect(outcome.errors.isEmpty)
        }

        @Test(arguments: [
            ("callboard ta", "tail"), ("callboard run --rad", "--radio"),
            ("callboard run --radio sim", "simulated"), ("callboard config sa", "sample"),
            ("callboard tail -F js", "json"), ("callboard completion f", "fish"),
        ])
        func `bash completes what has been typed`(line: String, word: String) async throws {
            let outcome = try await ProgramTests.shell(
                #"""
                command -v bash > /dev/null || { echo \#(word); exit 0; }
                "$0" completion bash > /tmp/callboard-words.$$
                bash -c '. /tmp/callboard-words.'$$'
                    compopt() { :; }
                    COMP_WORDS=(\#(line)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                    _callboard; echo "${COMPREPLY[@]}"'
                rm /tmp/callboard-words.$$
                """#)
            expect(outcome.lines, is: [word], "\(outcome.errors)")
        }

        @Test(
            "what there is not is told",
            arguments: [
                ("manual 7", "SECTION must be 1, 5 or 8, not '7'"), ("manual", "SECTION"),
                ("completion tcsh", "SHELL must be bash, zsh or fish, not 'tcsh'"),
                ("completion", "SHELL"), ("completion bash zsh", "unexpected argument 'zsh'"),
            ])
        func nonsense(words: String, sentence: String) async throws {
            let outcome = try await ProgramTests.shell(#"exec "$0" \#(words)"#)
            expect(outcome.status, is: 64)
            #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
        }
    }
}
