import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// A scenario is one story, however fast it is told and however busy the machine is.
    struct StoryTests {
        private static func tell(
            _ name: String, speed: Int, seed: Int = 7
        ) async throws -> Child.Outcome {
            let outcome = try await ProgramTests.callboard(
                "demo", "--format", "json", "--scenario", scenario(name), "--speed", "\(speed)",
                "--seed", "\(seed)")
            expect(outcome.status, is: 0)
            return outcome
        }

        @Test(arguments: ["demo", "two-phones", "bad-phone", "reconnect", "flood", "beacons"])
        func `every speed tells the same, byte for byte`(name: String) async throws {
            let story = try await Self.tell(name, speed: 100).story
            #expect(story.split(separator: "\n").count > 10)
            for speed in [100, 1_000, 10_000, 10_000] {
                let other = try await Self.tell(name, speed: speed).story
                expect(other, is: story, "speed \(speed)")
            }
        }

        @Test func `another seed moves moments and changes no notice`() async throws {
            let titles = try await Self.tell("demo", speed: 10_000, seed: 1).events().map(
                Self.words)
            for seed in [0, 2, 3, Int.max] {
                let events = try await Self.tell("demo", speed: 10_000, seed: seed).events()
                expect(events.map(Self.words).sorted(), is: titles.sorted(), "seed \(seed)")
            }
        }

        @Test func `a program that was stopped for a while tells the same`() async throws {
            let story = try await Self.tell("demo", speed: 10_000, seed: 1).story
            for moment in [1, 8, 16] {
                let outcome = try await ProgramTests.child(
                    #"exec "$0" demo --format json --speed 40"#
                ) { child in
                    try child.wait(for: "event \(moment)") { $0.output.count(of: "\n") >= moment }
                    child.send(SIGSTOP)
                    try child.pause(.milliseconds(700))
                    child.send(SIGCONT)
                    return try child.finish()
                }
                expect(outcome.status, is: 0)
                expect(outcome.story, is: story, "stopped after event \(moment)")
            }
        }

        private static func words(_ event: [String: Any]) -> String {
            ["event", "state", "label", "title"].map { event[$0] as? String ?? "" }
                .joined(separator: " ")
        }
    }
}
