import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// `callboard history --follow`.
    struct FollowTests {
        private static let later = KeptNotice.lines([
            KeptNotice(time: KeptNotice.hour(7, 9), title: "Tamarind", app: "Mail"),
            KeptNotice(time: KeptNotice.hour(8, 9), title: "Rhubarb"),
        ])

        @Test func `what comes is shown after the newest`() async throws {
            let outcome = try await ProgramTests.history(
                #"""
                cat > later <<'END'
                \#(Self.later)END
                "$0" history --history h --follow -n 2 > followed & others=$!
                until_true 'grep -q 10:30:00 followed'
                "$0" history import later --history h 2> /dev/null
                until_true 'grep -q Rhubarb.*Messages followed'
                kill -TERM $others; wait $others; echo $?
                cat followed
                """#)
            expect(
                outcome.output,
                is: """
                    143
                    Friday 6 November 2026
                    10:00:00  CALL    Rhubarb · Phone               answered after 4 s
                    10:30:00  SOCIAL  上海 · Messages               日本語の通知 😂 =1+1

                    Saturday 7 November 2026
                    10:00:00  SOCIAL  Tamarind · Mail

                    Sunday 8 November 2026
                    10:00:00  SOCIAL  Rhubarb · Messages

                    """, "\(outcome.errors)")
        }

        @Test func `filters hold for what comes, too`() async throws {
            let outcome = try await ProgramTests.history(
                #"""
                cat > later <<'END'
                \#(Self.later)END
                "$0" history --history h -f --app Messages -F json > followed & others=$!
                until_true 'grep -q 上海 followed'
                "$0" history import later --history h 2> /dev/null
                until_true 'grep -q Rhubarb followed'
                kill $others; titles < followed
                """#)
            expect(outcome.output, is: "Quince Zoë Müller 上海 Rhubarb \n")
        }

        @Test func `another file in the old one's place is followed`() async throws {
            let outcome = try await ProgramTests.history(
                #"""
                cat > later <<'END'
                \#(Self.later)END
                "$0" history --history h -f -F json > followed & others=$!
                until_true 'grep -q 上海 followed'
                mkdir away; mv h/history.db* away
                "$0" history import later --history h 2> /dev/null
                until_true 'grep -q "Rhubarb.*Messages\|Messages.*Rhubarb" followed'
                kill $others; wc -l < followed
                """#)
            expect(outcome.output, is: "8\n", "\(outcome.errors)")
        }

        @Test func `it ends with its reader, and sleeps while nothing comes`() async throws {
            let outcome = try await ProgramTests.history(
                #"""
                mkfifo pipe; exec 3<> pipe
                "$0" history --history h -f > pipe 3>&- & others=$!
                read line <&3
                spent() { cut -d' ' -f14,15 /proc/$others/stat; grep ctxt /proc/$others/status; }
                # Whoever looks at a file again and again does so more often than this.
                until_true 'spent > a; sleep 3; spent > b; cmp -s a b'; echo asleep
                exec 3<&-; wait $others; echo "ended $?"
                """#)
            expect(outcome.lines.suffix(2), is: ["asleep", "ended 0"], "\(outcome.errors)")
        }
    }
}
