import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// Signals end the program at once, and not with its scenario, and leave whole lines behind.
    struct SignalTests {
        /// Plays for more than an hour.
        private static let endless = #"exec "$0" demo --format json --speed 20 --scenario -"#

        @Test(
            "a signal ends it at any moment",
            arguments: [SIGINT, SIGTERM, SIGHUP], [0, 3, 6, 12, 25, 50, 100, 200, 400])
        func ending(signal: Int32, milliseconds: Int) async throws {
            let outcome = try await ProgramTests.child(
                Self.endless, input: Demo.endless
            ) { child in
                try child.pause(.milliseconds(milliseconds))
                child.send(signal)
                return try child.finish()
            }
            expect(outcome.status, is: 128 + signal)
            #expect(outcome.errors.isEmpty)
            _ = try outcome.events()
        }

        @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
        func `phones are let go before the end`(signal: Int32) async throws {
            let outcome = try await ProgramTests.child(
                Self.endless, input: Demo.endless
            ) { child in
                try child.wait(for: "a phone") { $0.output.contains(UInt8(ascii: "\n")) }
                child.send(signal)
                return try child.finish()
            }
            expect(outcome.status, is: 128 + signal)
            #expect(try outcome.events().last?["state"] as? String == "disconnected")
        }

        @Test func `a scenario that is being typed can be interrupted`() async throws {
            let outcome = try await ProgramTests.child(
                // As at a terminal, everybody is told of the signal, and who types has not come to an end.
                #"exec "$0" demo --scenario -"#, input: "{"
            ) { child in
                child.keepsInputOpen = true
                try child.waitForIdleness()
                kill(-child.process, SIGINT)
                return try child.finish()
            }
            expect(outcome.status, is: 130)
            #expect(outcome.output.isEmpty && outcome.errors.isEmpty)
        }

        @Test func `a broken pipe of somebody else's ends nothing`() async throws {
            let outcome = try await ProgramTests.child(
                #"exec "$0" demo --format json --speed 20"#
            ) { child in
                for count in 1...10 {
                    try child.wait(for: "event \(count)") { $0.output.count(of: "\n") >= count }
                    child.send(SIGPIPE)
                }
                return try child.finish()
            }
            expect(outcome.status, is: 0)
            try expect(outcome.events().count, is: Demo.events)
        }

        @Test func `a storm of signals ends it once`() async throws {
            let outcome = try await ProgramTests.child(
                Self.endless, input: Demo.endless
            ) { child in
                try child.wait(for: "the first event") { !$0.output.isEmpty }
                for _ in 0..<50 { child.send([SIGINT, SIGTERM, SIGHUP].randomElement() ?? SIGINT) }
                return try child.finish()
            }
            #expect([129, 130, 143].contains(outcome.status))
            _ = try outcome.events()
        }

        @Test(arguments: [("nohup", [SIGHUP]), ("trap '' HUP INT;", [SIGHUP, SIGINT])])
        func `what the caller has made it deaf to ends nothing`(
            prefix: String, signals: [Int32]
        ) async throws {
            let outcome = try await ProgramTests.child(
                #"\#(prefix) exec "$0" demo --format json --speed 20"#.replacing(
                    "nohup exec", with: "exec nohup")
            ) { child in
                try child.wait(for: "the first event") { !$0.output.isEmpty }
                for signal in signals { child.send(signal) }
                return try child.finish()
            }
            expect(outcome.status, is: 0)
            try expect(outcome.events().count, is: Demo.events)
        }
    }
}
