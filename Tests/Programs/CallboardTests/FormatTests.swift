import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// The built-in demo in every format, as another program meets it.
    struct FormatTests {
        private static func play(_ format: String, _ more: String...) async throws -> Child.Outcome
        {
            try await ProgramTests.shell(
                #"exec "$0" demo --speed 5000 "$@""#, ["--format", format] + more)
        }

        @Test(arguments: ["board", "json", "kv", "csv", "classic"])
        func `the demo ends well and says what to do next`(format: String) async throws {
            let outcome = try await Self.play(format)
            expect(outcome.status, is: 0)
            expect(outcome.errors, is: Demo.lastWords)
            #expect(outcome.output.contains("Davidson Ro"))
            #expect(outcome.output.hasSuffix("\n"))
            #expect(!outcome.output.utf8.contains { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F })
        }

        @Test func `json is one object for each line`() async throws {
            let events = try await Self.play("json").events()
            expect(events.count, is: Demo.events)
            for event in events {
                #expect(event["v"] as? Int == 1)
                for field in ["event", "at", "phone"] { #expect(event[field] is String) }
                #expect(event["state"] is String || event["title"] is String)
            }
            let labels = Set(events.compactMap { $0["label"] as? String })
            expect(
                labels,
                is: [
                    "CALL", "MISSED", "VMAIL", "SOCIAL", "MAIL", "SCHED", "NEWS", "OTHER", "ACTIVE",
                ])
            let states = events.compactMap { $0["state"] as? String }
            expect(states, is: ["connected", "ready", "disconnected"])
        }

        @Test func `a long message comes whole`() async throws {
            let events = try await Self.play("json").events()
            let longest = events.compactMap { ($0["message"] as? String)?.utf8.count }.max()
            expect(longest, is: 2_000)
        }

        @Test func `kv is one line for each event`() async throws {
            let lines = try await Self.play("kv").linesWithoutBattery
            expect(lines.count, is: Demo.events)
            for line in lines { #expect(line.hasPrefix("v=1 event=")) }
        }

        @Test func `csv has a header and a row of as many cells for each event`() async throws {
            let outcome = try await Self.play("csv")
            let rows = try #require(table(outcome.output)).filter { $0[1] != "battery" }
            expect(rows.count, is: Demo.events + 1)
            expect(rows.first?.prefix(3), is: ["v", "event", "at"])
            for row in rows { expect(row.count, is: rows.first?.count) }
        }

        @Test func `classic is four lines for each notice that comes`() async throws {
            let lines = try await Self.play("classic").lines
            expect(lines.count, is: 4 * Demo.notices)
            for start in stride(from: 0, to: lines.count, by: 4) {
                #expect(!lines[start].isEmpty && lines[start].allSatisfy(\.isUppercase))
                expect(lines[start + 1...start + 2], is: ["ns", "done"])
                #expect(UInt32(lines[start + 3].prefix(8), radix: 16) != nil)
            }
        }

        @Test func `board is one line for each event where nobody looks`() async throws {
            let outcome = try await Self.play("board")
            let batteries = outcome.lines.count { $0.contains("battery 83 %") }
            expect(batteries, is: 1)
            expect(outcome.lines.count - batteries, is: Demo.events)
            #expect(!outcome.output.utf8.contains(0x1B))
        }

        @Test(arguments: ["json", "kv", "csv", "board", "classic"])
        func `raw values come beside the others where they are asked for`(
            format: String
        ) async throws {
            let (plain, raw) = (try await Self.play(format), try await Self.play(format, "--raw"))
            expect(raw.status, is: 0)
            let added = raw.lines.count - plain.lines.count
            expect(added, is: (["board", "classic"].contains(format) ? 0 : 22))
            if format == "csv" {
                let rows = try #require(table(raw.output))
                for row in rows { expect(row.count, is: rows.first?.count) }
                expect(rows.first?.suffix(2), is: ["event_id", "category_count"])
            }
        }

        /// A table as RFC 4180 has it, or nil where it is none.
        private func table(_ text: String) -> [[String]]? {
            var rows: [[String]] = []
            var row = [""]
            var isQuoted = false
            var scalars = text.unicodeScalars[...]
            while let scalar = scalars.popFirst() {
                let last = row.count - 1
                switch scalar {
                case "\"" where isQuoted && scalars.first == "\"":
                    row[last].unicodeScalars.append("\"")
                    scalars.removeFirst()
                case "\"" where isQuoted:
                    isQuoted = false
                    guard scalars.first == "," || scalars.first == "\n" else { return nil }
                case "\"":
                    guard row[last].isEmpty else { return nil }
                    isQuoted = true
                case "," where !isQuoted: row.append("")
                case "\n" where !isQuoted:
                    rows.append(row)
                    row = [""]
                default: row[last].unicodeScalars.append(scalar)
                }
            }
            return isQuoted || row != [""] ? nil : rows
        }
    }
}
