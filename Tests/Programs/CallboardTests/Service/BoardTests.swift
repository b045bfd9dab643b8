import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// `callboard board` on a terminal, which `script` of util-linux provides.
    struct BoardTests {
        private static let environment = ["TERM": "xterm", "LANG": "C.UTF-8"]

        /// Begins the board beside a bridge.
        ///
        /// What its terminal is told goes to `out`, what is said to descriptor 3 are keys, and `left N`
        /// is told when it has ended with that status.
        private static let prelude = #"""
            board() {
                cat > inner <<END
            stty columns 80 rows 24; stty -g > before; $shell
            sh -c 'echo \$\$ > pid; exec env --default-signal=INT "\$0" board --socket s "\$@"' "$0" $*
            status=\$?; $after
            echo "left \$status"; stty -g > after
            END
                rm -f keys after out; mkfifo keys
                script --quiet --flush --command 'sh inner' out < keys > /dev/null 2>&1 &
                others="$others $!"
                exec 3> keys
            }
            # Waits until the terminal was told something since `mark`.
            shows() { until_true "tail -c +\$from out | grep -qa -- '$1'"; }
            # Presses a key until a command succeeds: one that comes within half a second of what it is about means nothing,
            # and is pressed again. What the board says of the first may be gone with the second before it is drawn.
            press() { until_true "printf '$1' >&3; sleep 0.7; $2"; }
            mark() { from=$(($(stat -c %s out) + 1)); }
            from=1
            # Waits for the end, and says whether the terminal is as it was.
            left() {
                until_true 'test -s after'
                # Whoever keeps what the terminal shows may be behind.
                until_true "grep -qa 'left [0-9]' out"
                cmp before after && grep -ao 'left [0-9]*' out
            }

            """#

        private static func run(
            _ script: String, scenario: String = TestScenario.ring,
            environment: [String: String] = [:]
        ) async throws -> Child.Outcome {
            try await ProgramTests.bridge(
                prelude + script, scenario: scenario,
                environment: Self.environment.merging(environment) { _, own in own })
        }

        @Test func `a call is answered with a key, and the terminal is given back`() async throws {
            let outcome = try await Self.run(
                #"""
                start --scenario scenario -F json:a
                board; shows Quince; shows CALL; press a 'grep -q answered a'
                printf '\033[B\033[B' >&3; press 'c\r' 'grep -q removed a'
                printf q >&3; left; "$0" tail --socket "$dir/s" --once -n 9 -F json | head -n 5 > /dev/null & others="$others $!"
                """#)
            expect(outcome.lines, is: ["left 0"], "\(outcome.errors)")
        }

        @Test(arguments: [
            ("TERM", 143), ("INT", 130), ("HUP", 129), ("SEGV", 139), ("ABRT", 134), ("ILL", 132),
        ])
        func `a signal leaves the terminal as it was`(signal: String, status: Int) async throws {
            let outcome = try await Self.run(
                #"""
                start --scenario scenario -F null
                board; shows Quince; mark; kill -\#(signal) $(cat pid); shows '?1049l'; left
                """#)
            expect(outcome.lines, is: ["left \(status)"], "\(outcome.errors)")
        }

        @Test(arguments: [#"printf '\032' >&3"#, "kill -TSTP $(cat pid)"])
        func `a board that is stopped leaves the terminal to the shell`(stop: String) async throws {
            let outcome = try await Self.run(
                #"""
                shell='set -m' after='stty -g > middle; echo stopped; fg > /dev/null; status=$?'
                start --scenario scenario -F null
                board; shows Quince; mark; \#(stop); shows stopped; cmp before middle && echo same
                shows Quince; mark; printf q >&3; left
                """#)
            expect(outcome.lines, is: ["same", "left 0"], "\(outcome.errors)")
        }

        @Test func `a board outlives its bridge, and begins anew with the next`() async throws {
            let outcome = try await Self.run(
                #"""
                start --scenario scenario -F null
                board; shows Quince; shows CALL; mark
                end KILL 2> /dev/null; shows 'the board continues when it is back'; mark
                start --scenario scenario -F null; shows Quince; mark
                end; shows 'the bridge has stopped'
                printf '\003' >&3; left
                """#)
            expect(outcome.lines, is: ["ended 137", "ended 143", "left 0"], "\(outcome.errors)")
        }

        @Test func `the history of the bridge is searched`() async throws {
            let outcome = try await Self.run(
                #"""
                start --scenario scenario -F json:a --history "$dir/h"
                until_true 'grep -q ringing a'; until_true 'ask status --json | grep -q folder'
                until_true '"$0" search --history h marmalade > /dev/null'
                board; shows Quince; mark
                printf '/MARM\r' >&3; shows 'found 1'; mark
                printf '/nobody\r' >&3; shows 'nothing was found'; mark
                printf '\033' >&3; shows Tamarind; printf q >&3; left
                """#)
            expect(outcome.lines, is: ["left 0"], "\(outcome.errors)")
        }

        @Test(
            arguments: [
                ([:], "", true), (["NO_COLOR": "1"], "", false), ([:], "--colours never", false),
                (["NO_COLOR": "1"], "--colours always", true), ([:], "--night 00:00-24:00", false),
            ] as [([String: String], String, Bool)])
        func `colours come where they are welcome`(
            environment: [String: String], words: String, hasColours: Bool
        ) async throws {
            let outcome = try await Self.run(
                #"""
                start --scenario scenario -F null; board \#(words); shows Quince; printf q >&3; left
                grep -qa '0;36m' out && echo colours
                """#, environment: environment)
            expect(outcome.lines, is: ["left 0"] + (hasColours ? ["colours"] : []))
        }

        @Test(
            arguments: [
                (["LANG": "C"], "Zoe"), (["LANG": "de_DE.utf8"], "Zoë"), ([:], "Zoë"),
                (["LC_ALL": "POSIX"], "Zoe"), (["LC_CTYPE": "C.UTF-8", "LANG": "C"], "Zoë"),
                (["LANG": "de_DE.ISO-8859-1"], "Zoe"), (["LANG": "", "LC_ALL": ""], "Zoe"),
            ] as [([String: String], String)])
        func `letters are those of the locale`(
            environment: [String: String], name: String
        ) async throws {
            let scenario = TestScenario.phone(
                #"""
                {"at": 0.1, "add": {"name": "sms", "category": "social",
                    "app": "com.apple.MobileSMS", "title": "Zoë", "message": "hello"}}
                """#)
            let outcome = try await Self.run(
                #"""
                start --scenario scenario -F null; board; shows hello; printf q >&3; left
                shows 'Zo'; grep -ao 'Zoe\|Zoë' out | head -n 1 | grep . || cat -v out >&2
                """#, scenario: scenario, environment: environment)
            expect(outcome.lines, is: ["left 0", name], "\(outcome.errors)")
        }

        @Test(
            "where there cannot be a board, that is said at once",
            arguments: [
                (
                    "env TERM=dumb \"$0\" board", 69,
                    "this terminal cannot show a board (TERM is dumb)"
                ),
                (
                    "env TERM= \"$0\" board", 69,
                    "this terminal cannot show a board (TERM is not set)"
                ),
                ("\"$0\" board --socket none", 69, "no bridge is running at none"),
                (
                    "setsid -w \"$0\" board --socket s", 69,
                    "there is no terminal to show a board on"
                ),
                (
                    "\"$0\" board --night 9-10", 64,
                    "--night must be a time span such as 22:00-07:00"
                ),
                ("\"$0\" board -c nonsense", 64, "--category must be one of"),
                ("\"$0\" board --colours red", 64, "--colours must be auto, always or never"),
                ("\"$0\" board now", 64, "unexpected argument 'now'"),
            ])
        func refusals(command: String, status: Int, sentence: String) async throws {
            let outcome = try await Self.run("start -F null; \(command); echo $?; exit")
            expect(outcome.lines, is: ["\(status)"])
            #expect(outcome.errors.hasPrefix("callboard: \(sentence)"), "\(outcome.errors)")
        }
    }
}
