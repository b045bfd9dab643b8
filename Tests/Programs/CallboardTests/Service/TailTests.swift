import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// `callboard tail`: what a running bridge hears, for whoever watches.
    struct TailTests {
        private static let begin = #"""
            start --scenario scenario -F json:a
            until_true 'grep -q ringing a'
            # What a watcher is told up to the newest event.
            watch() {
                # What an earlier one was told is there until the shell of this one has opened the file.
                rm -f t
                "$0" tail --socket "$dir/s" "$@" > t & others=$!
                until_true 'grep -q Rhubarb t'
                kill $others; wait $others 2> /dev/null
            }

            """#

        @Test func `the latest events come first, in every format`() async throws {
            let outcome = try await ProgramTests.bridge(
                Self.begin
                    + #"""
                    watch -n 99 -F json; cmp a t && echo same
                    for format in board kv csv classic; do
                        watch -n 99 -F $format; wc -l < t
                    done
                    watch -n 1 -F kv; cut -d' ' -f 2 t
                    """#)
            expect(outcome.lines, is: ["same", "5", "5", "6", "12", "event=ringing"])
        }

        @Test func `people read the latest by their times, programs as they came`() async throws {
            let waited =
                #"{"format":1,"phones":[{"name":"x","existing":["#
                + #"{"name":"b","category":"social","app":"com.apple.MobileSMS","title":"Plum","date":"20260102T100000"},"#
                + #"{"name":"a","category":"social","app":"com.apple.MobileSMS","title":"Sloe","date":"20260101T100000"}"#
                + #"],"timeline":[{"at":0.3,"add":{"name":"n","category":"social","app":"com.apple.MobileSMS","title":"Rhubarb"}}]}]}"#
            let outcome = try await ProgramTests.bridge(
                #"""
                start --scenario scenario -F json:a
                until_true 'grep -q Rhubarb a'
                for format in board json; do
                    rm -f t
                    "$0" tail --socket "$dir/s" -n 99 -F $format > t & others=$!
                    until_true 'grep -q Rhubarb t'; kill $others; wait $others 2> /dev/null
                    grep -o 'connected\|Plum\|Sloe\|Rhubarb' t | tr '\n' ' '; echo
                done
                """#, scenario: waited)
            expect(
                outcome.lines,
                is: ["Sloe Plum connected Rhubarb ", "connected Plum Sloe Rhubarb "],
                "\(outcome.errors)")
        }

        @Test(
            "a watcher hears of what it asked for alone",
            arguments: [
                ("-c call", "Rhubarb"), ("-c incoming_call", "Rhubarb"), ("-c mail", "Tamarind"),
                ("-c MAIL -c social", "Quince Tamarind"), ("-a com.apple.mobilemail", "Tamarind"),
                ("-a messages", "Quince"), ("-c mail -a Messages", ""), ("-p Nobody", ""),
                ("-p \"Mara's iPhone\" -c social", "Quince"),
            ])
        func filters(words: String, titles: String) async throws {
            let outcome = try await ProgramTests.bridge(
                Self.begin
                    + #"""
                    "$0" tail --socket "$dir/s" --once -n 99 -F json \#(words) > t & others=$!
                    until_true 'ls -l /proc/$others/fd | grep -q socket'
                    until_true 'ask status | grep -q "clients: 2"'
                    # It is a client before it has asked; what it is to hear it is given time for.
                    for title in \#(titles); do until_true "grep -q $title t"; done
                    end > /dev/null; wait $others
                    for title in Quince Tamarind Rhubarb; do grep -o "\"title\":\"$title\"" t; done
                    """#)
            let found = outcome.lines.map { $0.dropFirst(9).dropLast() }.joined(separator: " ")
            expect(found, is: titles)
        }

        @Test(
            "what makes no sense is told at once",
            arguments: [
                ("-c nonsense", "--category must be one of OTHER, CALL"),
                ("-n -1", "--number must be a whole number from 0 to 1000"),
                ("--recent 1001", "--number must be a whole number from 0 to 1000"),
                ("-F xml", "--format must be board, json, kv, csv or classic, not 'xml'"),
                ("-F json:file", "--format must be board, json, kv, csv or classic"),
                ("now", "unexpected argument 'now'"),
            ])
        func nonsense(words: String, sentence: String) async throws {
            let outcome = try await ProgramTests.bridge(
                #"eval '"$0" tail --socket s '"\#(words)"; echo $?"#)
            expect(outcome.output, is: "64\n")
            #expect(outcome.errors.hasPrefix("callboard: \(sentence)"), "\(outcome.errors)")
        }

        @Test func `raw values come to those who ask for them`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                start --scenario scenario -F null
                "$0" tail --socket "$dir/s" --raw -F json > t & others=$!
                "$0" tail --socket "$dir/s" -F json > u & others="$others $!"
                until_true 'grep -q Quince u'; wc -l < t > before
                until_true "test \$(tail -n +\$(cat before) t | grep -c '\"event\":\"source\"') -gt 3"
                wc -l < u > before; until_true 'test $(wc -l < u) -gt $(cat before)'
                kill $others; grep -c '"event":"source"' u; grep -c '"event":"source"' t
                """#, scenario: TestScenario.ticks)
            expect(outcome.lines.first, is: "0")
            #expect(outcome.lines.last.flatMap { Int($0) } ?? 0 > 3)
        }

        @Test func `the end of the bridge is the end of those who watch once`() async throws {
            let outcome = try await ProgramTests.bridge(
                Self.begin
                    + #"""
                    "$0" tail --socket "$dir/s" --once -n 9 > t 2> e & others=$!
                    until_true 'grep -q ringing t'
                    end; wait $others; echo $?; cat e; tail -n 1 t | grep -c disconnected
                    rm t; start --scenario scenario -F null
                    "$0" tail --socket "$dir/s" --once -n 9 > t 2> e & others=$!
                    until_true 'test -s t'
                    end KILL; wait $others; echo $?; cat e
                    """#)
            #expect(
                outcome.lines == [
                    "ended 143", "0", "callboard: the bridge has stopped", "1", "ended 137", "69",
                    "callboard: the bridge is gone",
                ])
        }

        @Test(arguments: ["TERM", "KILL"])
        func `a bridge that is started anew is waited for, and nothing is told twice`(
            signal: String
        ) async throws {
            let outcome = try await ProgramTests.bridge(
                Self.begin
                    + #"""
                    "$0" tail --socket "$dir/s" -n 1 -F json > t 2> e & others=$!
                    until_true 'grep -q Rhubarb t'
                    end \#(signal); until_true 'grep -q waiting e'
                    sed 's/"title": "Quince"/"title": "Elder"/' scenario > scenario2
                    start --scenario scenario2 -F null
                    until_true 'grep -q Elder t && grep -q again e'
                    until_true 'ask status | grep -q "3 notifications"'
                    # What would be told twice would come before a text that is shown later.
                    ask show --text Mark > said 2>&1; until_true 'grep -q Mark t'
                    for word in Elder Quince; do grep -c "$word" t; done
                    kill $others; wait $others; echo $?; cat e
                    """#)
            let isKilled = signal == "KILL"
            #expect(
                outcome.lines == [
                    "ended \(isKilled ? 137 : 143)", "1", "0", "143",
                    "callboard: the bridge \(isKilled ? "is gone" : "has stopped"); waiting for it",
                    "callboard: the bridge is there again",
                ], "\(outcome)")
        }

        @Test func `a reader that has enough ends its watching and nothing else`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                start --scenario scenario -F json:a
                { "$0" tail --socket "$dir/s" -F json; echo "status $?" >&2; } | head -n 1 | wc -l
                ask status | grep -c Bridge
                """#, scenario: TestScenario.ticks)
            expect(outcome.lines, is: ["1", "1"])
            expect(outcome.errors, is: "status 0\n")
        }

        @Test func `a reader that is too slow loses its own events alone, and is told how many`()
            async throws
        {
            let long = String(repeating: "marmalade ", count: 180)
            let scenario = TestScenario.phone(
                #"{"at": 0.1, "add": {"name": "first", "app": "com.apple.MobileSMS", "title": "First"}}, "#
                    + #"{"at": 9, "add": {"name": "n", "app": "com.apple.MobileSMS", "title": "Q", "#
                    + #""message": "\#(long)", "count": 600}}, {"at": 36, "add": {"name": "end", "#
                    + #""app": "com.apple.MobileSMS", "title": "Last"}}"#
            ).replacing(
                #""timeline""#, with: #""behaviour": {"answer_delay": 0.05}, "timeline""#)
            let outcome = try await ProgramTests.bridge(
                #"""
                mkfifo p
                # The flood comes after three seconds, and later where the machine was too slow to follow from the beginning.
                for speed in 3 0.3 0.03; do
                    rm -f a quick; start --scenario scenario --speed $speed -F json:a; until_true 'grep -q First a'
                    "$0" tail --socket "$dir/s" --once -n 1 -F json > p 2> e & slow=$!
                    exec 8< p; head -n 1 <&8 > begun
                    "$0" tail --socket "$dir/s" --once -n 1 -F json > quick & others="$slow $!"
                    until_true 'test -s quick'; if ! grep -q '"Q ' a; then break; fi
                    kill $others; exec 8<&-; end > /dev/null
                done
                until_true 'grep -q Last quick'
                ask status --json | grep -o '"lost_events":[1-9]' | head -c 14; echo
                cat <&8 > t & others="$others $!"
                until_true 'grep -q Last t'
                end; wait $slow; echo $?
                grep -c '"event":"added"' quick
                test $(($(grep -c '"event":"added"' begun t | cut -d: -f2 | paste -sd +) + $(tr -dc '0-9' < e))) = 602 && echo counted
                tail -c 1 t | od -An -c | tr -d ' '; cat e | tr -d '0-9'
                """#, scenario: scenario)
            #expect(outcome.lines.contains("602"), "\(outcome.output) \(outcome.errors)")
            #expect(outcome.lines.contains("counted"), "\(outcome.output)")
        }
    }
}
