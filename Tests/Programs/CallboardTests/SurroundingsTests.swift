import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// Places in which a program may find itself.
    struct SurroundingsTests {
        @Test(arguments: 4...16)
        func `with few descriptors it plays all or says why not`(limit: Int) async throws {
            let outcome = try await ProgramTests.shell(
                #"ulimit -n \#(limit); exec "$0" demo --speed 5000 --format json"#)
            // Below that the program's libraries cannot be loaded.
            if outcome.status == 127 { return #expect(limit < 5) }
            if outcome.status == 0 {
                try expect(outcome.events().count, is: Demo.events)
            } else {
                #expect(limit < 11)
                expect(outcome.status, is: 71)
                expect(
                    outcome.errors, is: "callboard: the demo cannot start: Too many open files\n")
                #expect(outcome.output.isEmpty)
            }
        }

        @Test func `every phone of a scenario counts for the descriptors`() async throws {
            let phones = (0..<16).map { #"{"name": "\#($0)"}"# }.joined(separator: ",")
            for (limit, status) in [(20, 71), (64, 0)] as [(Int, Int32)] {
                let outcome = try await ProgramTests.shell(
                    #"ulimit -n \#(limit); exec "$0" demo --speed 5000 --format json --scenario -"#,
                    input: #"{"format": 1, "phones": [\#(phones)]}"#)
                expect(outcome.status, is: status)
                let connected = outcome.lines.count { $0.contains(#""state":"connected""#) }
                expect(connected, is: (status == 0 ? 16 : 0))
            }
        }

        // The thread sanitizer itself writes to a file.
        @Test(.disabled(if: ProcessInfo.processInfo.environment["TSAN_OPTIONS"] != nil))
        func `it needs no right to write files`() async throws {
            let outcome = try await ProgramTests.shell(
                #"ulimit -c 0 && ulimit -f 0 && exec "$0" demo --speed 5000 --format json"#)
            expect(outcome.status, is: 0)
            try expect(outcome.events().count, is: Demo.events)
        }

        @Test(
            "it needs nothing of its surroundings",
            arguments: [
                ("env -i", "no variables at all"),
                ("env LANG=C LC_ALL=C", "no language"),
                ("env LC_ALL=xx_XX.nothing", "a language there is none of"),
                ("env HOME=/nowhere TMPDIR=/nowhere", "no home"),
                (#"cd "$(mktemp -d)" && rmdir "$PWD" && exec"#, "a folder that is gone"),
                ("cd /proc/self && exec", "a folder that cannot be written"),
                ("cd / && umask 777 && exec", "no right to anything it might make"),
                ("ulimit -t 20 && exec", "little time"),
                ("ulimit -s 256 && exec", "a small stack"),
                ("env TZ=:garbage", "a zone there is none of"),
                ("env TZ=", "an empty zone"),
                ("env TZ=/etc/passwd", "a zone that is another file"),
                ("env COLUMNS=-5 LINES=x TERM=", "variables that make no sense"),
                ("setsid", "no terminal that controls it"),
                ("nice -n 19", "little of the machine"),
            ])
        func surroundings(prefix: String, why: Comment) async throws {
            for format in ["json", "board"] {
                let outcome = try await ProgramTests.shell(
                    #"\#(prefix) "$0" demo --speed 5000 --format \#(format)"#)
                expect(outcome.status, is: 0, why)
                expect(outcome.linesWithoutBattery.count, is: Demo.events, why)
                #expect(outcome.output.contains("נועה לוי"), why)
            }
        }

        private static let installedZones: [(String, String)] =
            FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Asia/Kathmandu")
            ? [("Asia/Kathmandu", "+05:45")] : []

        @Test(
            "moments are told in the zone of this machine",
            arguments: [
                ("<+0545>-5:45", "+05:45"), ("UTC", "+00:00"), ("XYZ+3:30", "-03:30"),
                ("Nowhere-14", "+14:00"), (":garbage", "+00:00"), ("", "+00:00"),
            ] + installedZones)
        func zones(zone: String, offset: String) async throws {
            let before = Date.now
            let outcome = try await ProgramTests.callboard(
                "demo", "--speed", "5000", "--format", "json", environment: ["TZ": zone])
            expect(outcome.status, is: 0)
            let moments = try outcome.events().flatMap { event in
                ["at", "received"].compactMap { event[$0] as? String }
            }
            #expect(moments.count > Demo.events)
            let reader = ISO8601DateFormatter()
            reader.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
            for text in moments {
                #expect(text.hasSuffix(offset))
                let moment = try #require(reader.date(from: text))
                #expect(moment > before - 1 && moment < Date.now + 1)
            }
        }

        @Test func `a hundred at once do not get into each other's way`() async throws {
            let outcome = try await ProgramTests.shell(
                #"""
                for number in $(seq 100); do
                    "$0" demo --speed 2000 --format classic 2>/dev/null | cksum &
                done | sort | uniq -c
                """#)
            expect(outcome.lines.count, is: 1)
            #expect(outcome.output.contains("100 "))
        }
    }
}
