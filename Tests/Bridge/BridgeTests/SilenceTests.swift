import ANCS
import Expecting
import Linux
import Notices
import Support
import Testing

extension BridgeTests {
    /// The phone does not answer, or says nothing of its own accord.
    struct Silence {
        init() {
            LoopThread.start()
        }

        private static let phone = "Mara's iPhone"

        @LoopActor
        @Test func `no answer to one request`() async throws {
            let script = Script(existing: Sample.several(3))
                .at(2, .set(#""silent": true"#), .add(Sample("unanswered")))
                .at(6, .set(#""silent": false"#)).at(7, .add(Sample("behind")))
            let bench = try BridgeBench(script)
            await bench.expectToShow(script)
            expect(bench.ledger.states[Self.phone], is: [.connected, .ready])
            bench.stop()
        }

        @LoopActor
        @Test func `a ring is not held up by silence`() async throws {
            let call = Sample.call("call", from: "Davidson Ro", category: .incomingCall)
            let script = Script(existing: Sample.several(1))
                .at(2, .set(#""silent": true"#), .add(call)).at(8, .set(#""silent": false"#))
                .at(30, .remove("call"))
            let bench = try BridgeBench(script)
            let start = bench.pace.now
            var ringTime: Duration?
            bench.onEvent = { event in
                guard case .notice(.ringing, _, _) = event else { return }
                ringTime = bench.pace.now - start
            }
            #expect(await bench.plays())
            #expect(try #require(ringTime) < .seconds(13))
            expect(
                bench.ledger.stories(of: "Davidson Ro"),
                is: [["ringing CALL", "modified CALL", "ended CALL"]])
            #expect(bench.ledger.problems.isEmpty)
            bench.stop()
        }

        @LoopActor
        @Test func `a phone that does not even confirm is let go and comes back`() async throws {
            let script = Script(existing: Sample.several(3))
                .at(2, .set(#""mute": true"#), .add(Sample("unconfirmed")))
                .at(20, .set(#""mute": false"#))
            let bench = try BridgeBench(script)
            await bench.expectToShow(script, afterwards: .seconds(45))
            // Whether it counts as unresponsive for a moment is not told here.
            let states = try #require(bench.ledger.states[Self.phone])
            expect(
                states.filter { $0 != .unresponsive },
                is: [.connected, .ready, .disconnected, .connected, .ready])
            expect(bench.radio.links.count, is: 2)
            bench.stop()
        }

        @LoopActor
        @Test func `announcements that stop are found out and begin again`() async throws {
            let script = Script(existing: Sample.several(3))
                .at(100, .set(#""source": "stopped""#)).at(200, .add(Sample("hidden")))
            let bench = try BridgeBench(script)
            bench.start()
            await bench.letPass(.seconds(5 * 3600))
            expect(bench.ledger.order.count, is: 3)
            await bench.letPass(.seconds(2 * 3600))
            await bench.expectToShow(script)
            #expect(bench.ledger.stories.allSatisfy { $0.chapters == ["added SOCIAL"] })
            expect(bench.radio.links.count, is: 1)
            bench.stop()
        }

        @LoopActor
        @Test func `an answer that drips`() async throws {
            let sample = Sample("drop by drop", "Half of a byte")
            let script = Script(
                members: [#""mtu": 23"#], behaviour: #""fragment_delay": 4"#,
                existing: [sample, Sample("behind")])
            let bench = try BridgeBench(script)
            await bench.expectToShow(script)
            expect(bench.ledger.states[Self.phone], is: [.connected, .ready])
            bench.stop()
        }
    }
}
