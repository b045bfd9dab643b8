import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// A running bridge that reads its configuration again.
    struct ReloadTests {
        private static let dropQuince = "[rule one]\nsender = Quince\naction = drop\n"

        @Test func `rules hold for every outlet, every watcher and everything that is said`()
            async throws
        {
            let outcome = try await ProgramTests.bridge(
                #"""
                cat > conf <<'END'
                [rule drop]
                app = com.apple.MobileSMS
                action = drop
                [rule hide]
                category = email
                action = hide
                [rule rename]
                category = incoming_call
                rename-sender = Somebody
                [output file]
                format = kv
                file = /tmp/placeholder
                END
                sed -i "s:/tmp/placeholder:$dir/b:" conf
                start --scenario scenario -F json:a
                until_true 'grep -q ringing a && grep -q ringing b'
                "$0" tail --socket "$dir/s" -n 99 -F csv > t & others=$!
                until_true 'grep -q ringing t'; kill $others
                ask status > u; ask status --json > v; ask apps > w
                ask answer
                until_true 'grep -q answered a'
                end > x
                grep -lE 'Quince|marmalade|Tamarind|no reply|Rhubarb' a b t u v w x errors
                grep -o '"title":"[^"]*"' a | sort -u; grep -o 'hidden=all' b
                """#)
            expect(
                outcome.lines,
                is: [
                    "answered: Somebody (Mara's iPhone)", #""title":"""#, #""title":"Somebody""#,
                    "hidden=all",
                ], "\(outcome.errors)")
        }

        @Test func `what a rule leaves out is told nobody who acts on it`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                printf '[rule x]\naction = drop\n' > conf
                start --scenario scenario -F json:a
                until_true 'ask status | grep -q "3 notifications"'
                ask answer; ask answer --json
                """#)
            expect(outcome.lines, is: ["answered on Mara's iPhone"])
            #expect(outcome.keepsSecrets)
        }

        @Test func `a signal brings new rules and new outputs, and a bad file changes nothing`()
            async throws
        {
            let outcome = try await ProgramTests.bridge(
                #"""
                start --scenario scenario -F json:a
                until_true 'grep -q "Quince 5" a'
                printf '[rule x]\naction = hide-text\n[output two]\nformat = kv\nfile = %s\n' "$dir/b" > conf
                kill -HUP $bridge
                until_true 'grep -q hidden=text b'; grep -c marmalade b
                ask status | grep -c Output
                printf '[rule x]\naction = show\nactoin = show\n[output two]\nfile = b\n' > conf
                kill -HUP $bridge
                until_true 'ask status --json | grep -q problem'
                ask status --json | grep -o '"problem":"[^"]*"' | sed "s:$dir:DIR:g"
                wc -l < b > before; until_true 'test $(wc -l < b) -gt $(($(cat before) + 3))'
                tail -n 1 b | grep -o hidden=text; ask status | grep -c Output
                : > conf; kill -HUP $bridge
                until_true 'test $(ask status | grep -c Output) = 1'
                ask status --json | grep -c problem
                until_true 'tail -n 1 a | grep -q marmalade'
                end; sed "s:$dir:DIR:g" errors
                """#, scenario: TestScenario.ticks)
            let problem =
                "DIR/conf:3: [rule x] unknown key actoin; did you mean action?"
            let second =
                "DIR/conf:5: [output two] file must be the path of a file, from / on, not 'b'"
            #expect(
                outcome.lines == [
                    "0", "2", #""problem":"\#(problem)\n\#(second)""#, "hidden=text", "2", "0",
                    "ended 143",
                    "callboard: the configuration stays as it was (1 of 2): \(problem)",
                    "callboard: the configuration stays as it was (2 of 2): \(second)",
                ], "\(outcome.errors)")
        }

        @Test func `an output that is no longer wanted passes on what it has`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                mkfifo p
                printf '[output pipe]\nformat = kv\nfile = %s\n' "$dir/p" > conf
                sleep infinity < p & others=$!
                start --scenario scenario --speed 50 -F json:a
                until_true 'tail -n 1 a | grep -q "Quince 600"'
                exec 8< p; kill $others
                : > conf; kill -HUP $bridge
                until_true 'test $(ask status | grep -c Output) = 1'
                cat <&8 > all & reader=$!
                end; wait $reader; cat errors; grep -o 'Quince [0-9]*' all | sort -u | wc -l
                """#, scenario: TestScenario.minute)
            expect(outcome.lines, is: ["ended 143", "600"])
        }

        @Test func `a configuration that became a pipe holds nothing up`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                start --scenario scenario -F null
                rm conf; mkfifo conf; kill -HUP $bridge
                until_true 'ask status | grep -q "not accepted when it was read again"'
                end; sed "s:$dir:DIR:g" errors
                """#)
            #expect(
                outcome.lines == [
                    "ended 143",
                    "callboard: the configuration stays as it was: DIR/conf is a pipe; the "
                        + "configuration must be a regular file",
                ], "\(outcome.errors)")
        }

        @Test func `what waits for a restart is told until it is as the bridge runs`() async throws
        {
            let outcome = try await ProgramTests.bridge(
                #"""
                start --scenario scenario -F null
                printf '[radio]\nname = Hall\n' > conf; kill -HUP $bridge
                until_true 'ask status | grep -q "needs a restart: name"'
                printf '[radio]\nname = Hall\n[notices]\nrate = 5\n' > conf; kill -HUP $bridge
                until_true 'test $(grep -c restarted errors) = 2'
                ask status --json | grep -o '"needs_restart":[^]]*]'
                : > conf; kill -HUP $bridge
                until_gone "needs a restart"
                end; wc -l < errors
                """#)
            expect(
                outcome.lines, is: [#""needs_restart":["name"]"#, "ended 143", "2"],
                "\(outcome.errors)")
        }

        @Test func `a client reloads, and is told what is wrong`() async throws {
            let (lines, outcome) = try await ProgramTests.livingBridge(
                "start --scenario scenario -F null"
            ) { _, folder in
                let client = try TestSocket.client(of: folder + "/s")
                var lines: [String] = []
                for text in [Self.dropQuince, "[rule", "[output x]\nfile = /nowhere/x\n", ""] {
                    try text.write(toFile: folder + "/conf", atomically: false, encoding: .utf8)
                    try client.send(#"{"do":"reload","id":1}"#)
                    lines.append(
                        try client.line(with: #""re":1"#).replacing(folder, with: "DIR"))
                }
                return lines + [try String(contentsOfFile: folder + "/errors", encoding: .utf8)]
            }
            let done = #"{"re":1,"ok":true}"#
            let failed = #"{"re":1,"ok":false,"error":"failed","says":""#
            try #require(lines.count == 5)
            #expect(lines[0] == done && lines[3] == done)
            #expect(lines[1].hasPrefix(failed + "DIR/conf:1: a line that begins with '['"))
            expect(lines[2], is: done)
            #expect(
                lines[4].contains(
                    "/nowhere/x cannot be written, and is tried again: No such file or directory"))
            expect(outcome.lines.last, is: "ended 143")
        }

        @Test func `under load no event is lost to those who read`() async throws {
            let scenario = TestScenario.phone(
                #"{"at": 2, "add": {"name": "n", "app": "com.apple.MobileSMS", "title": "Q", "#
                    + #""message": "m", "count": 3000}}"#)
            let outcome = try await ProgramTests.bridge(
                #"""
                # The flood comes after a second, and later where the machine was too slow to follow from the beginning.
                for speed in 2 0.2 0.02; do
                    rm -f a t; start --scenario scenario -F json:a --speed $speed
                    "$0" tail --socket "$dir/s" -n 1000 -F json > t & others=$!
                    until_true 'test -s t'; if ! grep -q added a; then break; fi
                    kill $others; end > /dev/null
                done
                for round in $(seq 40); do
                    if test $((round % 2)) = 0; then echo '[' > conf; else : > conf; fi
                    kill -HUP $bridge; sleep 0.03
                done
                until_true 'test $(grep -c added a) = 3000'
                until_true 'test $(grep -c added t) = 3000'
                grep -o '"title":"Q [0-9]*"' a | sort -u | wc -l; end
                """#, scenario: scenario)
            expect(outcome.lines, is: ["3000", "ended 143"], "\(outcome.errors)")
        }
    }
}
