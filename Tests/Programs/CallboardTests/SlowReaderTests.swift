import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// A reader that takes its time, or none at all.
    struct SlowReaderTests {
        /// A phone that says more than a pipe and the queue hold, and one thing more much later.
        private static let flood = flood(ends: 100)
        /// The same phone, which is not gone when a signal comes.
        private static let endless = flood(ends: 86_400)

        private static func flood(ends: Int) -> String {
            #"""
            {"format": 1, "ends": \#(ends), "phones": [{"name": "A", "behaviour": {"write_delay": 0.001},
              "existing": [{"name": "x", "count": 2000, "app": "com.apple.news", "category": "news",
                "title": "Tidings", "message": {"repeat": "Beavers are back. ", "bytes": 500}}],
              "timeline": [{"at": 90, "add": {"name": "y", "app": "com.apple.news", "title": "Late"}}]}]}
            """#
        }

        private static let script = #"exec "$0" demo --format json --scenario - --speed "#

        private static let events = 2_004

        private static func leftOut(_ errors: String) -> Int {
            let sentence = "callboard: the reader was too slow; dropped events: "
            let line = errors.split(separator: "\n").first { $0.hasPrefix(sentence) }
            return line.flatMap { Int($0.dropFirst(sentence.count)) } ?? 0
        }

        @Test func `whoever pauses gets every line whole`() async throws {
            let outcome = try await ProgramTests.child(
                Self.script + "100", input: Self.flood
            ) { child in
                try child.wait(for: "the first events") { $0.output.count > 1_000 }
                for _ in 0..<3 {
                    child.isReading = false
                    try child.wait(for: "the pipe to be full") { $0.isOutputFull || $0.hasExited }
                    child.isReading = true
                    let count = child.output.count
                    try child.wait(for: "more") { $0.output.count > count || $0.hasExited }
                }
                return try child.finish()
            }
            expect(outcome.status, is: 0)
            try expect(outcome.events().count + Self.leftOut(outcome.errors), is: Self.events)
        }

        @Test func `whoever is too slow is told how much is missing`() async throws {
            let outcome = try await ProgramTests.child(
                Self.script + "10000", input: Self.flood
            ) { child in
                child.isReading = false
                try child.waitForIdleness()
                child.isReading = true
                return try child.finish()
            }
            expect(outcome.status, is: 0)
            let leftOut = Self.leftOut(outcome.errors)
            #expect(leftOut > 100)
            let events = try outcome.events()
            expect(events.count + leftOut, is: Self.events)
            // The oldest are left out, and never the news.
            #expect(events.last?["state"] as? String == "disconnected")
            #expect(events.dropLast().last?["title"] as? String == "Late")
        }

        @Test func `a reader that never reads on can be left with a second signal`() async throws {
            let outcome = try await ProgramTests.child(
                Self.script + "100", input: Self.endless
            ) { child in
                child.isReading = false
                // More lines than there is room for, so that some wait for the reader.
                try child.waitForIdleness()
                expect(child.isOutputFull)
                child.send(SIGINT)
                try child.wait(for: "the signal to be heard") { !$0.isWaiting(SIGINT) }
                try child.waitForIdleness()
                let hasExited = child.hasExited
                #expect(!hasExited, "what is written waits for its reader")
                child.send(SIGINT)
                try child.wait(for: "the end") { $0.hasExited }
                child.isReading = true
                return try child.finish()
            }
            expect(outcome.status, is: 130)
        }

        @Test func `a reader that comes back after the first signal gets the rest`() async throws {
            let outcome = try await ProgramTests.child(
                Self.script + "100", input: Self.endless
            ) { child in
                child.isReading = false
                // More lines than there is room for, so that some wait for the reader.
                try child.waitForIdleness()
                expect(child.isOutputFull)
                child.send(SIGTERM)
                try child.wait(for: "the signal to be heard") { !$0.isWaiting(SIGTERM) }
                try child.waitForIdleness()
                child.isReading = true
                return try child.finish()
            }
            expect(outcome.status, is: 143)
            #expect(try outcome.events().last?["state"] as? String == "disconnected")
        }

        @Test func `messages that nobody takes hold up no event`() async throws {
            let outcome = try await ProgramTests.child(
                // The two streams change places, and standard error is full from the start.
                #"exec 3>&1 1>&2 2>&3; head -c 65536 /dev/zero >&2; "# + Self.script + "40",
                input: Self.flood
            ) { child in
                child.isReading = false
                // What is left out on the way is nothing to wait for either.
                child.isReadingErrors = false
                try child.waitForIdleness()
                child.isReadingErrors = true
                try child.wait(for: "the last event") {
                    String(decoding: $0.errors.suffix(2_000), as: UTF8.self).contains("Late")
                }
                child.send(SIGINT)
                try child.wait(for: "the end") { $0.hasExited }
                child.isReading = true
                return try child.finish()
            }
            expect(outcome.status, is: 130)
        }

        @Test func `a last word that nobody takes can be interrupted`() async throws {
            let outcome = try await ProgramTests.child(
                #"exec 2>&1; head -c 65536 /dev/zero; exec "$0" demo --speed 10000 > /dev/null"#
            ) { child in
                child.isReading = false
                try child.waitForIdleness()
                let hasExited = child.hasExited
                #expect(!hasExited)
                child.send(SIGINT)
                try child.wait(for: "the end") { $0.hasExited }
                child.isReading = true
                return try child.finish()
            }
            expect(outcome.status, is: 130)
        }
    }
}
