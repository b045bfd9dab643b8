import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// What is long goes through a pager on a terminal, and nowhere else.
    struct PagerTests {
        @Test(
            "a person chooses the pager",
            arguments: [
                (#"PAGER="sed s/^/P:/""#, "P:Friday 6 November 2026", "a command of the shell"),
                ("PAGER=", "Friday 6 November 2026", "none is wanted"),
                (#"PAGER="sed s/^/P:/" TERM=dumb"#, "Friday 6 November 2026", "none would work"),
                ("PAGER=/nowhere/pager", "Friday 6 November 2026", "it is not there"),
            ])
        func choice(setting: String, line: String, why: Comment) async throws {
            let outcome = try await ProgramTests.history(
                #"""
                terminal 'export NO_COLOR=1 \#(setting); "$PROGRAM" history --history h; echo "ended $?"'
                """#)
            let lines = outcome.output.split(separator: "\r\n").map(String.init)
            #expect(lines.contains(line), why)
            #expect(lines.contains("ended 0"), why)
            expect(
                lines.contains("callboard: the pager cannot be run; set PAGER to another one"),
                is: setting.contains("/nowhere"), why)
        }

        @Test func `without a terminal there is none`() async throws {
            let outcome = try await ProgramTests.history(
                "look history | head -n 1", environment: ["PAGER": "sed s/^/P:/", "TERM": "xterm"])
            expect(outcome.output, is: "Friday 6 November 2026\n")
        }

        @Test func `a pager that has enough ends it`() async throws {
            let outcome = try await ProgramTests.history(
                #"""
                terminal 'PAGER="head -n 1" "$PROGRAM" history --history h; echo "ended $?"
                    PAGER=true "$PROGRAM" search quince --history h; echo "ended $?"
                    pgrep -P $$ -l'
                """#, notices: KeptNotice.many(3000))
            let lines = outcome.output.split(separator: "\r\n")
            expect(lines.filter { $0 == "ended 0" }.count, is: 2, "\(outcome.output)")
            expect(lines.last, is: "ended 0", "nothing is left of it")
        }

        @Test func `the keys that end a program are for the pager`() async throws {
            let outcome = try await ProgramTests.history(
                #"""
                cat > pager <<'END'
                trap 'echo the pager heard it; exit 0' INT
                read line
                # As Ctrl-C does: everybody in the foreground hears it.
                kill -INT 0
                sleep 5
                END
                terminal 'trap : INT; PAGER="exec sh ./pager" "$PROGRAM" history --history h; echo "ended $?"'
                """#)
            let lines = outcome.output.split(separator: "\r\n")
            expect(lines, is: ["the pager heard it", "ended 0"], "\(outcome.output)")
        }

        @Test(
            "hits stand out where there is colour",
            arguments: [
                ("muller", "\u{1B}[7mMüller\u{1B}[0m", "\u{1B}[1;7mMüller\u{1B}[0m"),
                ("0134 call", "", "\u{1B}[7mcall\u{1B}[0m"),
            ])
        func marks(words: String, plain: String, mark: String) async throws {
            let outcome = try await ProgramTests.history(
                #"""
                terminal 'PAGER= "$PROGRAM" search \#(words) --history h'
                terminal 'NO_COLOR=1 PAGER= "$PROGRAM" search \#(words) --history h'
                look search \#(words)
                """#)
            #expect(outcome.output.contains(mark), "\(outcome.output)")
            let marked = outcome.output.components(separatedBy: ";7m").count - 1
            #expect(marked <= 1)
            expect(outcome.lines.last?.utf8.contains(0x1B), is: false)
        }
    }
}
