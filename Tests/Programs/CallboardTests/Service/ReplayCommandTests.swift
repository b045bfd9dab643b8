import Expecting
import Foundation
import Support
import Testing

extension ProgramTests {
    /// `callboard replay` and `callboard run --record`.
    struct ReplayCommandTests {
        private static let capture = Checkout.root
            .appending(path: "Tests/Keeping/CapturesTests/Fixtures/two-phones.btsnoop").path

        @Test(arguments: ["board", "json", "kv", "csv", "classic"])
        func `a capture is shown in every format`(format: String) async throws {
            let file = try await ProgramTests.callboard("replay", Self.capture, "-F", format)
            expect(file.status, is: 0, "\(file.errors)")
            #expect(file.lines.count > 3)
            let piped = try await ProgramTests.shell(
                #"exec "$0" replay - -F "$1" < "$2""#, [format, Self.capture])
            expect(piped.output, is: file.output)
        }

        @Test func `a recording tells the same notices as the bridge did`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                start --scenario scenario -F json:a --record r
                until_true 'grep -q ringing a'
                ask answer > /dev/null; until_true 'grep -q answered a'
                end; "$0" replay r -F json > b 2> e; echo $?
                grep -o '"event":"[a-z]*".*"title":"[^"]*"' a | sed 's/"at.*"title"/T/' > c
                grep -o '"event":"[a-z]*".*"title":"[^"]*"' b | sed 's/"at.*"title"/T/' > d
                cmp c d && wc -l < c
                """#)
            expect(outcome.lines.prefix(2), is: ["ended 143", "0"], "\(outcome.errors)")
            #expect(outcome.lines.last.flatMap { Int($0) } ?? 0 > 3, "\(outcome.output)")
        }

        @Test func `an anonymous recording has no word of anybody's`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                start --scenario scenario -F json:a --record r --anonymise
                until_true 'grep -q ringing a'
                ask clear > /dev/null
                end; cat r; "$0" replay r -F json > b 2> e; echo $?; grep -c title b
                """#)
            for word in TestScenario.secrets + ["Mara"] {
                #expect(!outcome.output.contains(word), "\(word)")
                let hex = word.utf8.map { String($0, radix: 16) }.joined()
                #expect(!outcome.output.lowercased().contains(hex), "\(word)")
            }
            expect(outcome.lines.suffix(2).first, is: "0")
            #expect(outcome.lines.last.flatMap { Int($0) } ?? 0 >= 3)
        }

        @Test func `a recording never takes another file's place`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                for words in '--record conf' '--record /nowhere/r' '--anonymise'; do
                    "$0" run --radio simulated --socket s --config conf -F null $words; echo $?
                done
                """#)
            expect(outcome.output, is: "74\n74\n64\n")
            #expect(
                outcome.errors.split(separator: "\n").map(String.init) == [
                    "callboard: conf is there already; a recording needs a new file",
                    "callboard: /nowhere/r cannot be written: No such file or directory",
                    "callboard: --anonymise is about a recording; name its file with --record",
                ])
        }

        @Test(
            "what is no capture is told, and nothing is shown of it",
            arguments: [
                ("/nowhere", Int32(66)), ("/etc/passwd", 65), ("/dev/null", 65),
                ("/bin/sh", 65),
            ])
        func garbage(file: String, status: Int32) async throws {
            let outcome = try await ProgramTests.callboard("replay", file)
            expect(outcome.status, is: status, "\(outcome.errors)")
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.hasPrefix("callboard: \(file)"))
            expect(outcome.errors.split(separator: "\n").count, is: 1)
        }

        @Test func `a capture that is cut anywhere is told as far as it goes`() async throws {
            let outcome = try await ProgramTests.shell(
                #"""
                size=$(wc -c < "$1")
                for part in 1 8 16 17 100 500 $((size / 2)) $((size - 1)); do
                    head -c $part "$1" | "$0" replay - > /dev/null 2>&1; echo $?
                done
                """#, [Self.capture])
            expect(outcome.lines.count, is: 8)
            #expect(outcome.lines.allSatisfy { ["0", "65"].contains($0) }, "\(outcome.output)")
        }
    }
}
