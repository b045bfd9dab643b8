import Expecting
import Foundation
import Testing
import Waiting

extension ProgramTests {
    /// Demos that have a folder leave none, however they end.
    struct DemoEndTests {
        private static let house = #"""
            root=$(mktemp -d) && cd "$root" || exit 1
            demo=
            trap 'kill -9 $demo 2> /dev/null; cd /; rm -rf "$root"' EXIT
            mkdir tmp run; export TMPDIR="$root/tmp" XDG_RUNTIME_DIR="$root/run"
            until_true() {
                for try in $(seq \#(Patience.seconds * 10)); do
                    if eval "$1"; then return; fi
                    sleep 0.1
                done
                echo "never: $1" >&2; cat "$root"/err >&2; exit 99
            }
            # Begins a demo in a browser, which hears of what a shell has its jobs ignore.
            wall() {
                env --default-signal=INT,QUIT "$0" demo --wall "$@" < /dev/null > out 2> err &
                demo=$!
            }

            """#

        @Test(
            "a signal while the year is made, or later, leaves nothing",
            arguments: [("INT", 130), ("TERM", 143), ("HUP", 129), ("QUIT", 131)])
        func signals(name: String, status: Int) async throws {
            for moment in ["test -s tmp/*/history/simulated/history.db-wal", "grep -q http: err"] {
                let outcome = try await ProgramTests.shell(
                    Self.house
                        + #"""
                        wall
                        until_true '\#(moment)'
                        kill -\#(name) $demo; kill -\#(name) $demo; wait $demo; echo "status $?"; ls -A tmp run
                        """#)
                expect(
                    outcome.lines, is: ["status \(status)", "run:", "tmp:"],
                    "\(moment): \(outcome.errors)")
            }
        }

        @Test func `a terminal that is closed ends the demo on it, and leaves nothing`()
            async throws
        {
            for moment in [
                "test -s tmp/*/history/simulated/history.db-wal", "grep -aq simulated out",
            ] {
                let outcome = try await ProgramTests.shell(
                    Self.house
                        + #"""
                        export PROGRAM="$0" TERM=xterm-256color LANG=C.UTF-8
                        mkfifo keys; : > out; : > err
                        script --quiet --command 'echo $$ > number; stty columns 80 rows 24; exec "$PROGRAM" demo --board' /dev/null < keys > out 2>&1 &
                        demo=$!
                        exec 3> keys
                        until_true '\#(moment)'
                        # Whoever has the other end of the terminal is gone, with all that it tells.
                        kill -KILL $demo
                        kill -HUP "$(cat number)" 2> /dev/null
                        until_true 'test -z "$(ls -A tmp)"'
                        ls -A tmp run
                        """#)
                expect(outcome.lines, is: ["run:", "tmp:"], "\(moment): \(outcome.errors)")
            }
        }

        @Test func `what a demo left that was killed goes when another begins`() async throws {
            let outcome = try await ProgramTests.shell(
                Self.house
                    + #"""
                    wall; until_true 'grep -q http: err'
                    kill -KILL $demo; wait $demo 2> /dev/null
                    left=$(echo tmp/*); ls -A tmp | wc -l
                    mkdir other; touch other/file; ln -s "$root/other" tmp/callboard-demo-link
                    wall; until_true 'grep -q http: err'
                    test -e "$left" || echo gone
                    ls -A other; kill -TERM $demo; wait $demo; ls -A tmp
                    """#)
            expect(
                outcome.lines, is: ["1", "gone", "file", "callboard-demo-link"], "\(outcome.errors)"
            )
        }

        @Test(arguments: [
            ("/nowhere", "TMPDIR is /nowhere, which is not the path of a folder"),
            ("tmp", "TMPDIR is tmp, which is not the path of a folder"),
            ("/etc/passwd", "TMPDIR is /etc/passwd, which is not the path of a folder"),
        ])
        func `a place for temporary files that is none is an error`(place: String, why: String)
            async throws
        {
            for way in ["--wall", "--board"] {
                let outcome = try await ProgramTests.shell(
                    Self.house + #"TMPDIR=\#(place) "$0" demo \#(way) < /dev/null; echo $?"#)
                expect(outcome.lines, is: ["69"])
                #expect(
                    outcome.errors.hasPrefix("callboard: the demo cannot start: \(why)"),
                    "\(outcome.errors)")
            }
        }

        @Test func `what takes long is said at once, also to a file`() async throws {
            let outcome = try await ProgramTests.shell(
                Self.house
                    + #"""
                    wall --format json
                    until_true 'grep -q "a history of a year is made first" err'
                    until_true 'grep -q ringing out'
                    kill -TERM $demo; wait $demo; echo "status $?"
                    """#)
            expect(outcome.lines, is: ["status 143"], "\(outcome.errors)")
        }
    }
}
