import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// The trials with a real phone as a person at a terminal sees them, here with a simulated one.
    struct TryPhoneTests {
        /// A terminal of tmux, in which the command runs with the folder `dir`.
        private static let terminal = #"""
            export LC_ALL=C.UTF-8
            mux() { tmux -u -S "$dir/mux" -f /dev/null "$@"; }
            trap 'mux kill-server 2> /dev/null; kill -9 $bridge 2> /dev/null; cd /; rm -rf "$dir"' EXIT
            mux new-session -d -s t -x 200 -y 200 "PS1='ready ' sh" \; set -g status off
            program=$0
            line() { mux send-keys -t t -l "$1"; mux send-keys -t t Enter; }
            key() { mux send-keys -t t "$1"; }
            begin() { line "$1 '$program' try-phone --socket '$dir/s' --state '$dir/state' --report '$dir/report' $2; echo status \$?"; }
            shows() { mux capture-pane -p -J -t t | grep -qF "$1"; }
            await() { until_true "shows '$1'"; }
            count() { mux capture-pane -p -J -t t | grep -cF "$1"; }

            """#

        private static let quiet = TestScenario.phone("", name: "Quince")

        @Test func `without a terminal it says so, and the list is there all the same`()
            async throws
        {
            let refused = try await ProgramTests.shell(
                #"exec "$0" try-phone --state "$(mktemp -d)" < /dev/null"#)
            expect(refused.status, is: 69)
            #expect(refused.errors.contains("needs a user at a terminal"))
            let list = try await ProgramTests.shell(
                #"exec "$0" try-phone --list --state "$(mktemp -d)" < /dev/null"#)
            expect(list.status, is: 0)
            for step in ["pair ", "call-missed", "bluetooth", "pair-hid", "0 passed, 0 failed"] {
                #expect(list.output.contains(step), "\(step)")
            }
        }

        @Test func `it ends at any time, continues, and outlives the bridge`() async throws {
            let outcome = try await ProgramTests.bridge(
                Self.terminal + #"""
                    start --scenario scenario -F null
                    until_true 'ask status | grep -q ready'
                    begin
                    await 'Which iPhone is it'
                    line 'iPhone 15 Pro'
                    await 'Which version of iOS'
                    line '26.1'
                    await 'Step 1 of'
                    line ''
                    await 'PASSED: the phone was paired and ready before.'
                    await 'Step 2 of'
                    key C-c
                    await 'continues with always-unlocked'
                    await 'status 130'
                    stat -c %a state/try-phone.json
                    grep -c 'secret\|Quince' report state/try-phone.json
                    grep '^iphone: \|^ios: \|^pair ' report | sed 's/ 20.*UTC//'
                    begin
                    until_true 'test $(count "Step 2 of") = 2'
                    line ''
                    await 'Waiting for the message'
                    kill -9 $bridge
                    await 'The bridge does not answer any more'
                    start --scenario scenario -F null
                    await 'The bridge is back. The step begins again.'
                    line s
                    await 'SKIPPED.'
                    await 'Step 3 of'
                    line focsu
                    await 'There is no such step; did you mean'
                    line focus
                    await 'focus: Focus is on'
                    line q
                    await 'status 0'
                    """#, scenario: Self.quiet)
            expect(outcome.status, is: 0, "\(outcome)")
            let lines = outcome.lines
            expect(lines.first, is: "600", "\(outcome)")
            #expect(lines.contains("report:0"))
            #expect(lines.contains("state/try-phone.json:0"))
            #expect(lines.contains("iphone: iPhone 15 Pro"))
            #expect(lines.contains("ios: 26.1"))
            #expect(lines.contains { $0.hasPrefix("pair ") && $0.contains("passed") })
        }

        @Test func `input that ends is no wish to stop, and nothing is lost`() async throws {
            let outcome = try await ProgramTests.bridge(
                Self.terminal + #"""
                    start --scenario scenario -F null
                    until_true 'ask status | grep -q ready'
                    # A terminal on which nobody can type any more.
                    begin '' '< /dev/null'
                    await 'needs a user at a terminal'
                    await 'status 69'
                    begin
                    await 'Which iPhone is it'
                    key C-d
                    await 'standard input has ended, so no step can ask anything'
                    until_true 'test $(count "status 69") = 2'
                    begin
                    until_true 'test $(count "Which iPhone is it") = 2'
                    line ''
                    await 'Which version of iOS'
                    line ''
                    await 'Step 1 of'
                    line ''
                    await 'Step 2 of'
                    key C-d
                    await 'continues with always-unlocked'
                    until_true 'test $(count "status 69") = 3'
                    grep -c '^pair .*passed' report
                    """#, scenario: Self.quiet)
            expect(outcome.status, is: 0, "\(outcome)")
            expect(outcome.output, is: "1\n", "\(outcome)")
        }

        @Test func `a file that is not understood is kept, and a full disk loses nothing`()
            async throws
        {
            let outcome = try await ProgramTests.bridge(
                Self.terminal + #"""
                    mkdir -m 700 state
                    echo garbage > state/try-phone.json
                    start --scenario scenario -F null
                    until_true 'ask status | grep -q ready'
                    line 'ulimit -f 0'
                    begin
                    await 'try-phone.json.broken'
                    await 'Which iPhone is it'
                    line ''
                    await 'Which version of iOS'
                    line ''
                    await 'The results cannot be saved'
                    await 'report cannot be written: File too large'
                    await 'Step 1 of'
                    line ''
                    await 'PASSED: the phone was paired'
                    await 'Step 2 of'
                    line l
                    until_true 'shows "always-unlocked         not done"'
                    line q
                    await 'status 74'
                    cat state/try-phone.json.broken
                    """#, scenario: Self.quiet)
            expect(outcome.status, is: 0, "\(outcome)")
            expect(outcome.lines.last, is: "garbage", "\(outcome)")
        }

        @Test func `the list is there beside the steps, and a second run is not`() async throws {
            let outcome = try await ProgramTests.bridge(
                Self.terminal + #"""
                    start --scenario scenario -F null
                    until_true 'ask status | grep -q ready'
                    begin
                    await 'Which iPhone is it'
                    "$0" try-phone --list --state state | tail -n 1
                    mux new-window -d -t :7 "'$0' try-phone --socket '$dir/s' --state '$dir/state' --report '$dir/other' 2> '$dir/second'; echo \$? >> '$dir/second'"
                    until_true 'grep -q 75 second'
                    cat second
                    """#, scenario: Self.quiet)
            expect(
                outcome.lines,
                is: [
                    "0 passed, 0 failed, 21 not judged",
                    "callboard: another callboard try-phone is running; end it first", "75",
                ], "\(outcome)")
        }

        @Test func `where no report can be written it is refused at once`() async throws {
            let outcome = try await ProgramTests.bridge(
                Self.terminal + #"""
                    mkfifo pipe
                    try() { line "'$program' try-phone --state '$dir/state' --report $1; echo $2 \$?"; }
                    try "$dir/pipe" pipe
                    await 'is not a regular file; --report takes a new file or an earlier report'
                    await 'pipe 74'
                    try "$dir/none/report" folder
                    await 'of the report does not exist; create it'
                    await 'folder 74'
                    try "$dir/" own
                    await 'own 74'
                    test -e state || echo 'nothing was begun'
                    """#, scenario: Self.quiet)
            expect(outcome.output, is: "nothing was begun\n", "\(outcome)")
        }

        @Test func `of several phones one is named, and no other counts`() async throws {
            let outcome = try await ProgramTests.bridge(
                Self.terminal + #"""
                    start --scenario scenario -F null
                    until_true 'test $(ask status --json | grep -o :.ready.,.words | wc -l) = 2'
                    begin
                    await 'several phones are connected: '
                    await 'choose one with --phone NAME'
                    await 'status 64'
                    begin '' '--phone Quinse'
                    await '? Known phones: '
                    begin '' '--phone quince'
                    await 'Which iPhone is it'
                    """#,
                scenario: #"""
                    {"format": 1, "ends": 86400, "phones": [
                        {"name": "Mara's iPhone", "timeline": []}, {"name": "Quince", "timeline": []}]}
                    """#)
            expect(outcome.status, is: 0, "\(outcome)")
        }

        @Test func `a file of somebody else is not overwritten, and no bridge is no phone`()
            async throws
        {
            let outcome = try await ProgramTests.bridge(
                Self.terminal + #"""
                    begin
                    await 'no bridge is running'
                    await 'status 69'
                    echo mine > report
                    begin
                    await 'exists and is not a report'
                    cat report
                    """#, scenario: Self.quiet)
            expect(outcome.output, is: "mine\n", "\(outcome)")
        }
    }
}
