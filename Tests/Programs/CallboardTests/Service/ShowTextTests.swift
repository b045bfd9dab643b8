import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// `callboard show TEXT`: a text on the displays of a running bridge.
    struct ShowTextTests {
        /// A message that stays.
        private static let quiet = TestScenario.phone(
            #"""
            {"at": 0.1, "add": {"name": "sms", "category": "social", "app": "com.apple.MobileSMS",
                "title": "Quince", "message": "the marmalade is ready", "negative": "Clear"}}
            """#)

        private static let begin = #"""
            start --scenario scenario --state "$dir/state" --history "$dir/h" -F json:a "$@"
            until_true 'grep -q Quince a'
            # What is told of texts: the change, and some fields.
            told() {
                settle; grep '"app_id":"callboard"' a | grep -o '"event":"[a-z]*"\|"title":"[^"]*"' \
                    | paste -d ' ' - -
            }

            """#

        @Test func `it is told to everybody until its time is over, and kept nowhere`()
            async throws
        {
            let outcome = try await ProgramTests.bridge(
                Self.begin
                    + #"""
                    # Once it was told of the message, it is told of everything.
                    : > t; "$0" tail --socket "$dir/s" -n 1 > t & others=$!; until_true 'grep -q Quince t'
                    ask show 'Tea is ready' --for 1s | sed 's/as [0-9a-z]\{13\}$/as ID/'
                    until_true 'grep -q removed t'; told
                    grep '"app_id":"callboard"' a | grep -c '"phone":"[^"]*".*"category":"other"'
                    sed 's/^[0-9:]* //' t | grep Tea
                    ask list --json | grep -c Tea
                    ask show 'Cake is ready' --for 24h > said; ask list --json | grep -c '"title":"Cake is ready"'
                    ask apps; ask status | grep Rules; kill $others; end
                    "$0" history --history "$dir/h" --json | grep -o '"title":"[^"]*"'
                    """#, scenario: Self.quiet)
            expect(
                outcome.lines,
                is: [
                    "shown for 1 s as ID", #""event":"added" "title":"Tea is ready""#,
                    #""event":"removed" "title":"Tea is ready""#, "2",
                    " OTHER   Tea is ready · Callboard",
                    "-OTHER   Tea is ready · Callboard      removed",
                    "0", "1", "com.apple.MobileSMS  Messages",
                    "Rules     shown 1, hidden 0, dropped 0", "ended 143", #""title":"Quince""#,
                ], "\(outcome)")
            expect(
                outcome.errors,
                is: String(
                    repeating: "callboard: no display is configured; only clients such as "
                        + "callboard board show it\n", count: 2))
        }

        @Test func `it is cleared by its name, with all others, and gives way past sixteen`()
            async throws
        {
            let outcome = try await ProgramTests.bridge(
                Self.begin
                    + #"""
                    id=$(ask show Tea is ready | sed 's/.* as //')
                    ask clear $id | sed 's/(.*)/(HOST)/'; told | tail -n 1; settle
                    grep removed a | grep -c '"removed_by":"user"'
                    ask clear $id; echo $?
                    for n in $(seq 17); do ask show "text $n" --level quiet; done | wc -l
                    told | grep removed | tail -n 1
                    settle; grep -c '"flags":\["silent","negative_action"\]' a
                    ask show --clear; ask show --clear --json; told | grep -c removed
                    """#, scenario: Self.quiet)
            expect(
                outcome.lines,
                is: [
                    "cleared: Tea is ready (HOST)",
                    #""event":"removed" "title":"Tea is ready""#, "1", "1", "17",
                    #""event":"removed" "title":"text 1""#, "18",
                    "16 texts were taken back", #"{"count":0}"#, "18",
                ], "\(outcome)")
        }

        @Test func `a notice is shown as ever, and a text in every way it may come`() async throws {
            let outcome = try await ProgramTests.bridge(
                Self.begin
                    + #"""
                    handle=$(ask list | sed -n '/Quince/s/ .*//p')
                    ask show $handle | grep -o 'the marmalade is ready'; told
                    ask show aaa; echo $?; ask show 0; echo $?; ask show; echo $?
                    ask show --text aaa --for 1h > said; ask show aaa --level urgent > said
                    printf 'Dinner\n\nCome down.\n' | ask show - > said
                    told; grep -c '"flags":\["important","negative_action"\]' a
                    grep -o '"title":"Dinner","subtitle":"","message":"Come down."' a
                    head -c 1025 /dev/zero | tr '\0' x | ask show -; echo $?
                    printf '\377' | ask show -; echo $?; printf ' \n' | ask show -; echo $?
                    ask show "$(head -c 1025 /dev/zero | tr '\0' x) y"; echo $?
                    ask show 'Tea now' --for 25h; echo $?; ask show Tea now --level loud; echo $?
                    request '{"do":"show","text":"\u0007 \n"}' | grep -o '"error.*'
                    told | wc -l
                    """#, scenario: Self.quiet)
            expect(
                outcome.lines,
                is: [
                    "the marmalade is ready", "1", "64", "64",
                    #""event":"added" "title":"aaa""#, #""event":"added" "title":"aaa""#,
                    #""event":"added" "title":"Dinner""#, "1",
                    #""title":"Dinner","subtitle":"","message":"Come down.""#,
                    "65", "65", "65", "64", "64", "64",
                    #""error":"bad_request","says":"text has nothing in it that can be shown"}"#,
                    "3",
                ], "\(outcome)")
            for sentence in [
                "no notification has this name, neither on a phone nor in the history; callboard show "
                    + "--text aaa shows this word on the displays",
                "not '0'; --text shows it as a text", "ID or TEXT is missing",
                "the text has 1025 bytes, but at most 1024 are allowed",
                "standard input is not valid UTF-8 text",
                "the text has nothing in it that can be shown",
                "--for must be a time such as 30s, 5m or 2h, at most 24h, not '25h'",
                "--level must be quiet, normal or urgent, not 'loud'",
            ] { #expect(outcome.errors.contains(sentence), "\(sentence)\n\(outcome.errors)") }
        }

        @Test func `a display shows it, also one that comes later, and no rule hides it`()
            async throws
        {
            let outcome = try await ProgramTests.bridge(
                #"""
                screen() {
                    socat -u "PTY,link=$dir/$1,raw,echo=0" "OPEN:$dir/$1.seen,creat,append" &
                    others="$others $!"; until_true "test -e $1"
                }
                part() { printf '[control]\nsocket = %s\n[rule all]\naction = drop\n' "$dir/s"; }
                one() { printf '[console]\ndevice = %s\n' "$dir/one"; }
                screen one; screen two; { part; one; } > conf
                start --scenario scenario -F null
                until_true 'ask status | grep -q "dropped 1"'
                ask show 'Tea is ready' --json | grep -o '"outlets":[0-9]*'
                until_true 'grep -q "Tea is ready" one.seen'
                { part; one; printf '[console two]\ndevice = %s\n' "$dir/two"; } > conf
                ask reload; until_true 'grep -q "Tea is ready" two.seen'
                { part; one; printf '[console two]\ndevice = %s\nquiet-hours = 00:00-24:00\n' "$dir/two"; } \
                    > conf; : > two.seen; ask reload; until_true 'test -s two.seen'
                ask show 'Coffee is ready' > said; until_true 'grep -q Coffee one.seen'
                ask status --json | grep -c 'is ready'
                ask show --clear; end
                # With what a terminal is told last, it was told everything before that.
                until_true 'tail -c 30 two.seen | grep -q "$(printf "\033\[?1049l$")"'
                grep -c Coffee two.seen; grep -c Quince one.seen; cat errors
                """#, scenario: Self.quiet)
            expect(
                outcome.lines,
                is: [
                    #""outlets":1"#, "the configuration was read again",
                    "the configuration was read again", "0",
                    "2 texts were taken back", "ended 143", "0", "0",
                ], "\(outcome)")
            #expect(!outcome.errors.contains("no display"), "\(outcome.errors)")
        }
    }
}
