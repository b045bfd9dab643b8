import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// Where a bridge writes: standard output, files, pipes and devices, in every state they can be in.
    struct OutputFileTests {
        @Test func `several outputs get the same, and nobody else may read them`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                umask 000
                start --scenario scenario -F json -F json:a -F csv:b -F kv:c -F null > out
                until_true 'grep -q ringing c'
                stat -c %a a b c s; end; cmp out a && grep -c Mara a b c
                """#)
            expect(
                outcome.lines,
                is: [
                    "600", "600", "600", "600", "ended 143", "a:6", "b:6", "c:6",
                ])
            #expect(outcome.errors.isEmpty)
        }

        @Test(
            "an output that makes no sense is told before anything begins",
            arguments: [
                (
                    "-F jsn:a", Int32(64),
                    "--format must be board, json, kv, csv, classic or null, optionally followed by a colon "
                        + "and a file, not 'jsn:a'; did you mean json?"
                ),
                ("-F json:a -F csv:a", 64, "a is named by two outputs"),
                ("-F json -F board", 64, "standard output is named by two outputs"),
                ("-F json:- -F board", 64, "standard output is named by two outputs"),
                (
                    "-F json:/nowhere/a", 74,
                    "/nowhere/a cannot be written: No such file or directory"
                ),
                ("-F json:/tmp", 74, "/tmp cannot be written: Is a directory"),
                ("-F json:a/b", 74, "a/b cannot be written: Not a directory"),
            ])
        func nonsense(words: String, status: Int32, sentence: String) async throws {
            let outcome = try await ProgramTests.bridge(
                #"touch a; "$0" run --radio simulated --socket s --config conf \#(words)"#)
            expect(outcome.status, is: status)
            #expect(outcome.errors.hasPrefix("callboard: \(sentence)"), "\(outcome.errors)")
            #expect(outcome.output.isEmpty)
        }

        @Test func `without any output the bridge serves its clients`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                start --scenario scenario -F null
                "$0" tail --socket "$dir/s" -n 9 -F json > t & others=$!; until_true 'grep -q ringing t'; kill $others
                ask status | grep -c Output; end
                """#)
            expect(outcome.lines, is: ["0", "ended 143"])
        }

        @Test func `a pipe may have its reader later, and lose it, and the bridge goes on`()
            async throws
        {
            let outcome = try await ProgramTests.bridge(
                #"""
                mkfifo p; start --scenario scenario -F json:p -F json:a
                ask status | grep -o 'fails: .*'; until_true 'grep -q Quince a'
                head -n 3 p | grep -c Quince
                until_true 'ask status | grep -q "p, fails"'
                head -n 1 p | grep -c Quince
                end; cat errors
                """#, scenario: TestScenario.ticks)
            expect(outcome.lines.first?.hasPrefix("fails: no program reads it"), is: true)
            expect(outcome.lines.dropFirst().prefix(3), is: ["3", "1", "ended 143"])
            #expect(
                outcome.lines.dropFirst(4).allSatisfy {
                    $0.hasPrefix("callboard: p has failed, and is tried again: no program reads it")
                        || $0 == "callboard: p works again"
                })
            #expect(outcome.lines.dropFirst(4).count >= 3)
        }

        @Test func `what a pipe could not take at the end is told`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                mkfifo p; sleep infinity < p & others=$!
                start --scenario scenario --speed 50 -F json:p
                until_true 'ask status --json | grep -q "\"events\":60[0-9]"'
                end; sed 's/[0-9][0-9]*/N/' errors
                """#, scenario: TestScenario.minute)
            expect(
                outcome.lines, is: ["ended 143", "callboard: p could not take the last N bytes"])
        }

        @Test func `a file that was deleted is begun anew by itself`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                start --scenario scenario -F json:a
                until_true 'grep -q "Quince 5" a'; rm a
                until_true 'grep -q Quince a'; end; head -n 1 a | cut -c1-6
                """#, scenario: TestScenario.ticks)
            expect(outcome.lines, is: ["ended 143", "{\"v\":1"])
        }

        @Test func `a full device is told once, and nothing of a notice with it`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                start --scenario scenario -F json:/dev/full -F json:a
                until_true 'grep -q "Quince 30" a'
                ask status | grep Output; end; cat errors
                """#, scenario: TestScenario.ticks)
            expect(outcome.lines.first?.hasPrefix("Output    /dev/full, "), is: true)
            #expect(
                outcome.lines.suffix(2) == [
                    "ended 143",
                    "callboard: /dev/full has failed, and is tried again: No space left on device",
                ])
        }

        @Test func `a disk that has no room keeps whole lines, and gets the rest once it has some`()
            async throws
        {
            let outcome = try await ProgramTests.bridge(
                #"""
                trap '' XFSZ; ulimit -S -f 4
                start --scenario scenario -F json:a -F null
                until_true 'ask status | grep -q "a, fails: File too large"'
                ask status | grep -c 'bytes wait'
                tail -c 1 a | od -An -c | tr -d ' '
                prlimit --pid $bridge --fsize=unlimited:unlimited
                until_true 'ask status | grep -q "a, works"'
                end
                sed 's/.*"title":"Quince \([0-9]*\)".*/\1/; /event/d' a > numbers
                seq $(wc -l < numbers) | cmp - numbers && echo whole
                cat errors
                """#, scenario: TestScenario.ticks)
            #expect(
                outcome.lines == [
                    "1", #"\n"#, "ended 143", "whole",
                    "callboard: a cannot be written, and is tried again: File too large",
                    "callboard: a can be written again",
                ], "\(outcome.errors)")
            #expect(outcome.keepsSecrets)
        }

        @Test func `a file of the configuration may have its disk later, and gets everything then`()
            async throws
        {
            let outcome = try await ProgramTests.bridge(
                #"""
                printf '[output disk]\nformat = json\nfile = %s\n' "$dir/disk/a" > conf
                start --scenario scenario -F json:b
                ask status | grep -o 'disk/a, fails: [^,]*'
                until_true 'grep -q "Quince 3" b'
                mkdir disk
                until_true 'ask status | grep -q "disk/a, works"'
                until_true 'grep -q "Quince 30" disk/a'
                settle; end; cmp disk/a b && echo same; sed "s:$dir:DIR:g" errors
                """#, scenario: TestScenario.ticks)
            #expect(
                outcome.lines == [
                    "disk/a, fails: No such file or directory", "ended 143", "same",
                    "callboard: DIR/disk/a cannot be written, and is tried again: No such file or "
                        + "directory", "callboard: DIR/disk/a can be written again",
                ], "\(outcome.errors)")
        }

        @Test func `a file that was moved or deleted is begun anew when it is asked for`()
            async throws
        {
            let outcome = try await ProgramTests.bridge(
                #"""
                start --scenario scenario -F csv:a
                until_true 'grep -q "Quince 5" a'
                mv a a.1; kill -HUP $bridge
                until_true 'grep -q Quince a'
                rm a; kill -HUP $bridge
                until_true 'grep -q Quince a'
                cp a a.2
                # Again where a line that was just being written came first.
                until_true ': > a; until_true "grep -q Quince a"; head -n 1 a | grep -q ^v,event,'
                end
                head -qn 1 a.1 a.2 a | cut -c1-8; cat errors
                sed 's/.*,Quince \([0-9]*\),.*/\1/; /event/d; /ready/d; /connected/d' a.1 > numbers
                seq $(wc -l < numbers) | cmp - numbers && echo whole
                """#, scenario: TestScenario.ticks)
            expect(
                outcome.lines, is: ["ended 143", "v,event,", "v,event,", "v,event,", "whole"],
                "\(outcome.errors)")
        }

        @Test func `a reader that has enough ends the bridge only where nobody else is served`()
            async throws
        {
            let alone = try await ProgramTests.bridge(
                #"""
                { "$0" run --radio simulated --socket s --config conf --scenario scenario -F json
                  echo "status $?" >&2; } | head -n 1 | cut -c1-6
                """#, scenario: TestScenario.ticks)
            expect(alone.output, is: "{\"v\":1\n")
            expect(alone.errors, is: "status 0\n")
            let served = try await ProgramTests.bridge(
                #"""
                mkfifo q; head -n 1 q > /dev/null & others=$!
                start --scenario scenario -F json -F json:a > q
                until_true 'grep -q "the reader of" errors'
                wc -l < a > before; until_true 'test $(wc -l < a) -gt $(($(cat before) + 3))'
                end; cat errors
                """#, scenario: TestScenario.ticks)
            expect(
                served.lines,
                is: [
                    "ended 143",
                    "callboard: the reader of standard output has closed it; the other outputs "
                        + "continue",
                ])
        }

        @Test(arguments: [
            (">&-", "Bad file descriptor"), ("> /dev/full", "No space left on device"),
        ])
        func `standard output that cannot be written is told with its reason`(
            redirection: String, reason: String
        ) async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                "$0" run --radio simulated --socket s --config conf --scenario scenario \#(redirection)
                echo "status $?" >&2
                """#)
            expect(
                outcome.errors,
                is: "callboard: standard output cannot be written: \(reason)\nstatus 74\n")
        }
    }
}
