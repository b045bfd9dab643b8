import Expecting
import Foundation
import Testing
import Waiting

extension ProgramTests {
    /// A demo and a simulation touch nothing that is real, whatever the environment says.
    struct SandboxTests {
        /// A home in which everything that variables and usual places name is real, and words for demos in it.
        private static let house = #"""
            root=$(mktemp -d) && cd "$root" || exit 1
            demo=
            trap 'kill -9 $demo $second 2> /dev/null; cd /; rm -rf "$root"' EXIT
            mkdir -p real/history real/state/callboard real/wall real/run real/home/.config apart
            echo '{"format":1,"mutes":[]}' > real/state/callboard/mutes.json
            echo secret > real/tokens
            export HOME="$root/real/home" XDG_STATE_HOME="$root/real/state"
            export XDG_CONFIG_HOME="$root/real/home/.config" XDG_RUNTIME_DIR="$root/apart"
            export STATE_DIRECTORY="$root/real/state" RUNTIME_DIRECTORY="$root/real/run"
            look() { (cd real && find . -printf '%p %y %s %T@\n' | sort; cat tokens); }
            until_true() {
                for try in $(seq \#(Patience.seconds * 10)); do
                    if eval "$1"; then return; fi
                    sleep 0.1
                done
                echo "never: $1" >&2; cat "$root"/*.err >&2; exit 99
            }
            # Begins a demo in a browser, with these words.
            wall() {
                name=$1; shift
                "$0" demo --wall "$@" < /dev/null > "$name.out" 2> "$name.err" &
                demo=$!
            }
            link() { sed -n 's/^ *\(http:.*\)$/\1/p' "$1.err"; }

            """#

        /// Every variable that overrides a key, with a value that is a real place or makes no sense.
        private static let variables = #"""
            eval "$("$0" config sample | awk -v root="$root" '
                /^#?\[/ { section = toupper($0); gsub(/[^A-Z]+/, "_", section); gsub(/^_|_$/, "", section) }
                /^#?[a-z-]+ = / {
                    key = toupper($1); gsub(/[^A-Z-]/, "", key); gsub(/-/, "_", key)
                    print "export CALLBOARD_" section "_" key "=" root "/real/" tolower(key)
                }')"
            export CALLBOARD_HISTORY_FOLDER="$root/real/history" CALLBOARD_WALL_TOKENS="file:$root/real/tokens"
            export CALLBOARD_CONTROL_SOCKET="$root/real/run/s" CALLBOARD_RADIO_RADIO=kernel
            test $(env | grep -c ^CALLBOARD_) -gt 30 || echo "variables are missing"

            """#

        @Test func `a demo leaves everything as it was, whatever variables are set`() async throws {
            let outcome = try await ProgramTests.shell(
                Self.house + Self.variables
                    + #"""
                    before=$(look)
                    "$0" demo --speed 1000 > demo.out 2> demo.err; echo "status $?"
                    wall w --speed 100
                    until_true 'test -n "$(link w)"'
                    curl -s -o page -w '%{http_code}\n' "$(link w)"
                    kill -TERM $demo; wait $demo; echo "status $?"
                    test "$before" = "$(look)" && echo same; ls -A apart
                    """#)
            expect(
                outcome.lines, is: ["status 0", "200", "status 143", "same"], "\(outcome.errors)")
        }

        @Test
        func
            `a simulated bridge leaves everything as it was, and one that is configured keeps apart`()
            async throws
        {
            let beacons = """
                [beacon keys]
                uuid = 6a3f0c52-9b1e-4d07-8c66-2f9d51e4a7b0
                [item Keys]
                beacon = keys
                """
            let outcome = try await ProgramTests.shell(
                Self.house
                    + #"""
                    export CALLBOARD_HISTORY_FOLDER="$root/real/history" CALLBOARD_HISTORY_ENABLED=yes
                    printf '%s\n' "$1" > tried.conf
                    play() {
                        "$0" run "$@" -F null --socket "$root/s" 2> "run.err" &
                        demo=$!
                        until_true '"$0" beacons --wait 0 --socket s | grep -q "near.*item Keys"'
                        "$0" mute com.apple.MobileSMS 2h --socket s > /dev/null
                        kill -TERM $demo; wait $demo; echo "status $?"
                    }
                    before=$(look)
                    play --radio simulated --scenario beacons --config tried.conf
                    test "$before" = "$(look)" && echo same
                    printf '[radio]\nradio = simulated\nscenario = beacons\n' >> tried.conf
                    unset STATE_DIRECTORY
                    mkdir -p kept; look() { (cd kept && find . -name '*.json' | sort); }
                    play --config tried.conf --state "$root/kept"; look
                    (cd real/history && find . -name history.db)
                    """#, [beacons])
            expect(
                outcome.lines,
                is: [
                    "status 143", "same", "status 143", "./simulated/beacons.json",
                    "./simulated/mutes.json", "./simulated/history.db",
                ], "\(outcome.errors)")
        }

        @Test func `two demos that begin at once have an address each`() async throws {
            let outcome = try await ProgramTests.shell(
                Self.house
                    + #"""
                    wall a; first=$demo; wall b; second=$demo
                    until_true 'test -n "$(link a)" && test -n "$(link b)"'
                    for name in a b; do curl -s -o page -w '%{http_code}\n' "$(link $name)"; done
                    test "$(link a | cut -d/ -f3)" = "$(link b | cut -d/ -f3)" || echo different
                    kill -TERM $first $second; wait $first; wait $second; ls -A apart
                    """#)
            expect(outcome.lines, is: ["200", "200", "different"], "\(outcome.errors)")
        }

        @Test func `the link of the demo in a browser is the last that it says`() async throws {
            let outcome = try await ProgramTests.shell(
                Self.house
                    + #"""
                    wall w --speed 100
                    until_true 'test -n "$(link w)"'
                    "$0" list --socket apart/*/control.sock > /dev/null 2>&1
                    until_true '"$0" list --socket apart/*/control.sock | grep -q MISSED'
                    tail -n 2 w.err | head -n 1 | grep -c '^ *http'; wc -c < w.out
                    link w | awk '{ print length($0) < 76 }'
                    kill -TERM $demo; wait $demo; echo "status $?"
                    """#)
            expect(outcome.lines, is: ["1", "0", "1", "status 143"], "\(outcome.errors)")
        }

        @Test func `the demo in a browser writes lines where they are asked for`() async throws {
            let outcome = try await ProgramTests.shell(
                Self.house
                    + #"""
                    wall w --json --raw --speed 100 --seed 7 --text-length 16
                    until_true 'grep -q "\"event\":\"missed\"" w.out'
                    kill -TERM $demo; wait $demo
                    grep -c '"event":"source"' w.out | sed 's/[1-9][0-9]*/some/'
                    grep -cE '"message":"[^"]{40,}"' w.out
                    grep -cv '^{' w.out
                    """#)
            expect(outcome.lines, is: ["some", "0", "0"], "\(outcome.errors)")
        }

        @Test func `the demo in a browser has the things of its scenario`() async throws {
            let outcome = try await ProgramTests.shell(
                Self.house
                    + #"""
                    wall w --scenario beacons
                    until_true 'test -n "$(link w)"'
                    board() { curl -s -H "Authorization: Bearer $(link w | sed 's/.*token=//')" "$(link w | sed 's/?.*//')board"; }
                    until_true 'board | grep -q Keys && board | grep -q Wallet && board | grep -q Mara'
                    kill -TERM $demo; wait $demo; echo "status $?"
                    """#)
            expect(outcome.lines, is: ["status 143"], "\(outcome.errors)")
        }

        @Test func `the demo on this terminal has a board with keys, and leaves nothing`()
            async throws
        {
            let outcome = try await ProgramTests.shell(
                Self.house
                    + #"""
                    export PROGRAM="$0" TERM=xterm-256color LANG=C.UTF-8
                    mkfifo keys; : > board.out
                    script --quiet --return --command 'stty columns 80 rows 24; exec "$PROGRAM" demo --board' /dev/null < keys > board.out 2>&1 &
                    demo=$!
                    exec 3> keys
                    until_true 'grep -aq "simulated" board.out'
                    printf '?' >&3
                    until_true 'grep -aq "fold notifications" board.out'
                    printf q >&3; wait $demo; echo "status $?"; ls -A apart
                    """#)
            expect(outcome.lines, is: ["status 0"], "\(outcome.errors)")
        }

        @Test(
            arguments: [
                (["--wall", "--board"], "--wall and --board do not go together: choose one"),
                (
                    ["--board", "--history", "x"],
                    "--history and --board do not go together: choose one"
                ),
                (
                    ["--board", "--json"],
                    "--board shows no lines, so it does not go together with --format, --json or --raw"
                ),
            ])
        func `choices that do not go together are refused`(words: [String], why: String)
            async throws
        {
            let outcome = try await ProgramTests.shell(#"exec "$0" demo "$@""#, words)
            expect(outcome.status, is: 64)
            expect(outcome.errors, is: "callboard: \(why)\n")
        }
    }
}
