import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// Keys go out of the door and come back, as a newcomer sees it.
    struct BeaconDemoTests {
        private static func play(_ more: String...) async throws -> Child.Outcome {
            let outcome = try await ProgramTests.shell(
                #"exec "$0" demo --scenario beacons --speed 1000 "$@""#, more)
            expect(outcome.status, is: 0)
            expect(outcome.errors, is: Demo.lastWords)
            return outcome
        }

        @Test(arguments: ["1", "7", "20261124"])
        func `things and a person are told in lines of their own`(seed: String) async throws {
            let lines = try await Self.play("--format", "board", "--seed", seed).lines
            // Without the time in front.
            let told = lines.map { $0.dropFirst(10).split(separator: " ").joined(separator: " ") }
            let start = ["ITEM 👛 Wallet is near", "ITEM 🔑 Keys is near"]
            expect(
                told.filter { !start.contains($0) },
                is: [
                    "PHONE Mara's iPhone connected",
                    "HOME Mara is home",
                    "PHONE Mara's iPhone ready",
                    "PHONE Mara's iPhone battery 83 %",
                    "PHONE Mara's iPhone disconnected",
                    "ITEM 🔑 Keys Are you forgetting something?",
                    "AWAY Mara has gone",
                    "ITEM 🔑 Keys Are you forgetting something? (again)",
                    "ITEM 🔑 Keys is back",
                    "HOME Mara is home",
                    "PHONE Mara's iPhone connected",
                    "PHONE Mara's iPhone ready",
                    "ITEM 👛 Wallet was tapped on the host",
                    "PHONE Mara's iPhone disconnected",
                ])
            expect(told.filter(start.contains).sorted(), is: start.sorted())
        }

        @Test func `programs read what was heard of each beacon`() async throws {
            let events = try await Self.play("--format", "json").events()
            let changes = events.filter { $0["beacon"] is String }
            expect(
                changes.compactMap { $0["event"] as? String }.sorted(),
                is: ["back", "left", "left", "near", "near", "tap"])
            for event in changes {
                let isKeys = event["item"] as? String == "Keys"
                expect(
                    event["beacon"] as? String,
                    is: "ibeacon:6a3f0c52-9b1e-4d07-8c66-2f9d51e4a7b0:1:\(isKeys ? 1 : 2)")
                expect(event["region"] as? String, is: isKeys ? "keys" : "wallet")
                expect(event["signal"] is Int, is: event["event"] as? String != "left")
            }
            let people = events.filter { $0["event"] as? String == "presence" }
            expect(people.map { $0["home"] as? Bool }, is: [true, false, true])
            expect(people.compactMap { $0["phone"] as? String }.count, is: 3)
        }

        @Test(arguments: ["json", "kv", "csv"])
        func `every format for programs has a line for each event`(format: String) async throws {
            let lines = try await Self.play("--format", format).linesWithoutBattery
            // So is the header of a table, which names it.
            expect(lines.count, is: 15)
        }

        @Test func `a copy of the scenario is watched like the one that is built in`() async throws
        {
            let copy = try await ProgramTests.callboard(
                "demo", "--scenario", scenario("beacons"), "--speed", "1000", "--format", "json")
            expect(copy.story, is: try await Self.play("--format", "json").story)
        }

        @Test func `a bridge with the documented configuration tells the same`() async throws {
            let parts = try scenarioDocument().components(separatedBy: "```")
            let configuration = try #require(parts.first { $0.hasPrefix("ini\n") }).dropFirst(4)
            let outcome = try await ProgramTests.bridge(
                #"""
                mv scenario conf
                start --scenario beacons --speed 100 --state "$dir" -F json:a
                until_true 'grep -q tap a'
                end > /dev/null; cat errors >&2; cat a
                """#, scenario: String(configuration))
            expect(outcome.errors, is: "")
            let events = try outcome.events()
            let told = events.filter { $0["label"] is String && $0["event"] as? String != "near" }
            expect(
                told.map { "\($0["event"] ?? "") \($0["item"] ?? $0["person"] ?? "")" },
                is: ["presence Mara", "left Keys", "back Keys", "tap Wallet"])
        }
    }
}
