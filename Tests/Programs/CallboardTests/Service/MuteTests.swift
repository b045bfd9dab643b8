import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// Apps that are muted for some time.
    struct MuteTests {
        /// A message every half second, and beside it a mail; later each second, for about as long as tests wait.
        private static let chatter = TestScenario.phone(
            (0...330).map { number in
                let time = number < 60 ? Double(number) / 2 : Double(number - 30)
                return #"""
                    {"at": \#(0.1 + time), "add": {"name": "s\#(number)",
                        "category": "social", "app": "com.apple.MobileSMS", "title": "Quince \#(number)"}},
                    {"at": \#(0.2 + time), "add": {"name": "m\#(number)",
                        "category": "email", "app": "com.apple.mobilemail", "title": "Tamarind \#(number)"}}
                    """#
            }.joined(separator: ",\n"))

        private static let restart = #"""
            begin() { start --scenario scenario --state "$dir/state" -F json:"$1"; }
            kinds() { sed -n 's/.*"app_id":"\([^"]*\)".*/\1/p' "$1" | sort -u; }

            """#

        @Test func `a muted app is silent, also after a restart, until it no longer is`()
            async throws
        {
            let outcome = try await ProgramTests.bridge(
                Self.restart
                    + #"""
                    begin a; until_true 'grep -q mobilemail a'
                    ask mute com.apple.MobileSMS 2h --json | sed 's/"[a-z]*":"20[^"]*"/TIME/g'
                    stat -c %a state/mutes-simulated.json; end
                    begin b; until_true 'grep -q "Tamarind 2" b'; kinds b
                    ask status | grep -c 'Muted .*Messages.* until .* dropped\|Muted .*MobileSMS'
                    ask status --json | grep -c '"mutes":\[{"app_id":"com.apple.MobileSMS"'
                    ask unmute com.apple.mobilesms | sed 's/[0-9][0-9]*/N/'
                    until_true 'grep -q MobileSMS b'; ask mute; ask unmute --all; ls state; end
                    """#, scenario: Self.chatter)
            expect(outcome.lines.count, is: 8, "\(outcome.lines)")
            expect(outcome.lines.first?.hasPrefix(#"{"app_id":"com.apple.MobileSMS""#), is: true)
            expect(outcome.lines.first?.hasSuffix(#"TIME,TIME,"heard":true}"#), is: true)
            expect(
                Array(outcome.lines.dropFirst().prefix(5)),
                is: [
                    "600", "ended 143", "com.apple.mobilemail", "1", "1",
                ])
            #expect(outcome.lines.dropFirst(6).first?.contains("is shown again, N dropped") == true)
            #expect(outcome.errors.contains("callboard: no app is muted\n"))
            #expect(outcome.keepsSecrets)
        }

        @Test(arguments: [
            (
                "mute Mail --for 2y",
                "--for must be a time such as 30m, 2h or 3d, at most 30d, today, or until 18:00, not '2y'"
            ),
            ("mute Mail 2h --for 2h", "give the time only once: after the app, or with --for"),
            ("mute --for 2h", "--for requires an app"),
            (
                "show Tea --for 2y",
                "--for must be a time such as 30s, 5m or 2h, at most 24h, not '2y'"
            ),
        ])
        func `a time that makes no sense is told`(_ words: String, _ sentence: String) async throws
        {
            let outcome = try await ProgramTests.shell(#"exec "$0" \#(words)"#)
            expect(outcome.status, is: 64)
            expect(outcome.errors, is: "callboard: \(sentence)\n")
        }

        @Test func `a time is taken behind its subject and as an option`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                start --scenario scenario -F json:a
                for words in '2h' 'for 2h' '--for 2h' '2 hours' "--for '2 hours'"; do
                    eval "ask mute com.example.app $words --json" | grep -o '"app_id":"[^"]*"'
                    ask unmute --all > said
                done
                for words in '--for 10m' 'for 10m' '10m'; do
                    eval "ask show 'Tea is ready' $words" | sed 's/as .*//'
                done
                ask show Sleep 8h | sed 's/as .*//'
                ask show 'Wait for 10m' | sed 's/as .*//'
                ask list --json | grep -o '"title":"[^"]*"' | grep 'Sleep\|Tea\|Wait' | sort -u
                """#)
            expect(
                outcome.lines,
                is: Array(repeating: #""app_id":"com.example.app""#, count: 5)
                    + Array(repeating: "shown for 10 min ", count: 3)
                    + ["shown for 8 h ", "shown for 5 min "]
                    + [
                        #""title":"Sleep""#, #""title":"Tea is ready""#,
                        #""title":"Wait for 10m""#,
                    ],
                "\(outcome.errors)")
        }

        @Test func `a mute ends by itself`() async throws {
            let outcome = try await ProgramTests.bridge(
                Self.restart
                    + #"""
                    begin a; until_true 'grep -q MobileSMS a'
                    # Again where it had ended before somebody could look.
                    until_true 'ask mute com.apple.MobileSMS 1s > sentence; test -e state/mutes-simulated.json'
                    until_true '! test -e state/mutes-simulated.json'
                    ask mute; n=$(grep -c MobileSMS a)
                    until_true '[ $(grep -c MobileSMS a) -gt $n ]'; end
                    """#, scenario: Self.chatter)
            expect(outcome.lines, is: ["ended 143"], "\(outcome.errors)")
        }

        @Test func `what makes no sense is told`() async throws {
            let outcome = try await ProgramTests.bridge(
                Self.restart
                    + #"""
                    begin a; until_true 'grep -q mobilemail a'
                    ask mute Quincee; echo $?
                    ask mute com.apple.MobileSMS tomorrow; echo $?
                    ask unmute Mail; echo $?
                    ask unmute; echo $?
                    for request in '"app":"a.b","until":"2020-01-01T00:00:00Z"' \
                        '"app":"a.b","seconds":2592001' '"app":"a.b","until":"soon"'; do
                        request '{"do":"mute",'"$request"'}' | grep -o '"error.*'
                    done
                    """#, scenario: Self.chatter)
            #expect(
                outcome.lines == [
                    "1", "64", "1", "64",
                    #""error":"bad_request","says":"the moment in until is over"}"#,
                    #""error":"bad_request","says":"an app can be muted for 30 days at most"}"#,
                    #""error":"bad_request","says":"until must be a time such as "#
                        + #"2026-11-23T18:00:00+01:00"}"#,
                ])
            #expect(
                outcome.errors.split(separator: "\n").map(String.init) == [
                    "callboard: no app that has sent something is called 'Quincee'; see "
                        + "callboard apps",
                    "callboard: TIME must be a time such as 30m, 2h or 3d, at most 30d, today, or until "
                        + "18:00, not 'tomorrow'",
                    "callboard: 'Mail' is not muted; see callboard apps",
                    "callboard: name the app, or all with --all",
                ])
        }
    }
}
