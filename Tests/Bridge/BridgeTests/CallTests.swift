import ANCS
import Expecting
import Linux
import Notices
import Support
import Testing

extension BridgeTests {
    /// A call is one notice from ring to end.
    struct Calls {
        init() {
            LoopThread.start()
        }

        private static let caller = "Davidson Ro"
        private static let ring = Sample.call("ring", from: caller, category: .incomingCall)
        private static let active = Sample.call("active", from: caller, category: .activeCall)
        private static let missed = Sample.call("missed", from: caller, category: .missedCall)

        @LoopActor
        private func stories(of script: Script) async throws -> [[String]] {
            let bench = try BridgeBench(script)
            #expect(await bench.plays())
            #expect(bench.ledger.problems.isEmpty)
            bench.stop()
            return bench.ledger.stories(of: Self.caller)
        }

        @LoopActor
        @Test func `answered on the phone`() async throws {
            let script = Script().at(1, .add(Self.ring))
                .at(6, .remove("ring")).at(6.02, .add(Self.active)).at(20, .remove("active"))
            try await expect(
                stories(of: script),
                is: [["ringing CALL", "ended CALL", "answered ACTIVE", "ended ACTIVE"]])
        }

        @LoopActor
        @Test func `answered where the phone says so before the ring is withdrawn`() async throws {
            let script = Script().at(1, .add(Self.ring))
                .at(6, .add(Self.active)).at(6.5, .remove("ring")).at(20, .remove("active"))
            try await expect(
                stories(of: script), is: [["ringing CALL", "answered ACTIVE", "ended ACTIVE"]])
        }

        @LoopActor
        @Test func `declined on the phone, or missed`() async throws {
            let script = Script().at(1, .add(Self.ring))
                .at(6, .remove("ring")).at(6.02, .add(Self.missed)).at(15, .remove("missed"))
            try await expect(
                stories(of: script),
                is: [["ringing CALL", "ended CALL", "missed MISSED", "removed MISSED"]])
        }

        @LoopActor
        @Test func `a ring whose end is never told`() async throws {
            let script = Script().at(1, .add(Self.ring)).at(120, .add(Sample("later")))
            try await expect(stories(of: script), is: [["ringing CALL", "ended CALL"]])
        }

        @LoopActor
        @Test func `a ring that goes on after the link broke`() async throws {
            let script = Script().at(1, .add(Self.ring)).at(5, .disconnect(seconds: 2))
                .at(20, .remove("ring"))
            try await expect(stories(of: script), is: [["ringing CALL", "ended CALL"]])
        }

        @LoopActor
        @Test func `a ring that ends while the phone is away`() async throws {
            let script = Script().at(1, .add(Self.ring)).at(5, .disconnect(seconds: 3))
                .at(6, .remove("ring")).at(20, .add(Sample("later")))
            try await expect(stories(of: script), is: [["ringing CALL", "ended CALL"]])
        }

        @LoopActor
        @Test func `a call that is over before its caller is known`() async throws {
            try await forEach(in: 0..<16) { number in
                let script = Script(behaviour: #""write_delay": 0.4, "answer_delay": 0.6"#)
                    .at(3, .add(Self.ring)).at(3 + 0.1 * Double(number), .remove("ring"))
                let bench = try BridgeBench(script)
                #expect(await bench.plays())
                #expect(bench.ledger.problems.isEmpty)
                let stories = bench.ledger.stories.map(\.chapters)
                #expect(stories == [] || stories == [["ringing CALL", "ended CALL"]], "\(number)")
                bench.stop()
            }
        }

        @LoopActor
        @Test func `a call that is taken while its caller is asked for`() async throws {
            try await forEach(in: 0..<16) { number in
                let time = 3 + 0.1 * Double(number)
                let script = Script(behaviour: #""write_delay": 0.4, "answer_delay": 0.6"#)
                    .at(3, .add(Self.ring)).at(time, .remove("ring"), .add(Self.active))
                    .at(20, .remove("active"))
                let bench = try BridgeBench(script)
                #expect(await bench.plays())
                #expect(bench.ledger.problems.isEmpty)
                let stories = bench.ledger.stories.map(\.chapters)
                expect(stories.count, is: 1, "\(time) s")
                expect(
                    stories.first?.suffix(2), is: ["answered ACTIVE", "ended ACTIVE"], "\(time) s")
                bench.stop()
            }
        }

        @LoopActor
        @Test func `two calls at once`() async throws {
            let other = Sample.call("other", from: "Ada Okafor", category: .incomingCall)
            let script = Script().at(1, .add(Self.ring)).at(3, .add(other))
                .at(6, .remove("ring")).at(7, .add(Self.missed)).at(10, .remove("other"))
            let bench = try BridgeBench(script)
            #expect(await bench.plays())
            expect(
                bench.ledger.stories.map(\.chapters),
                is: [
                    ["ringing CALL", "ended CALL", "missed MISSED"],
                    ["ringing CALL", "ended CALL"],
                ])
            bench.stop()
        }
    }
}
