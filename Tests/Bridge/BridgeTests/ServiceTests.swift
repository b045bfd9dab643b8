import Expecting
import Linux
import Notices
import Support
import Testing

extension BridgeTests {
    /// The service comes and goes, and is not for everybody.
    struct Service {
        init() {
            LoopThread.start()
        }

        private static let phone = "Mara's iPhone"

        @LoopActor
        @Test func `the service appears late`() async throws {
            let script = Script(behaviour: #""service": false"#, existing: Sample.several(3))
                .at(3, .set(#""service": true"#))
            let bench = try BridgeBench(script)
            await bench.expectToShow(script)
            expect(
                bench.ledger.states[Self.phone], is: [.connected, .unavailable, .connected, .ready])
            bench.stop()
        }

        @LoopActor
        @Test func `the service goes and comes back`() async throws {
            let script = Script(existing: Sample.several(3))
                .at(2, .set(#""service": false"#)).at(3, .add(Sample("meanwhile")))
                .at(4, .set(#""service": true"#))
            let bench = try BridgeBench(script)
            await bench.expectToShow(script, afterwards: .seconds(45))
            expect(
                bench.ledger.states[Self.phone],
                is: [.connected, .ready, .unavailable, .connected, .ready])
            #expect(bench.ledger.stories.allSatisfy { $0.chapters == ["added SOCIAL"] })
            expect(bench.radio.links.count, is: 1)
            bench.stop()
        }

        @LoopActor
        @Test(arguments: ["insufficient_authentication", "insufficient_encryption"])
        func `without encryption nothing is shown`(refusal: String) async throws {
            let script = Script(
                behaviour: #""encryption": false, "refusal": "\#(refusal)""#,
                existing: Sample.several(3)
            ).at(60, .add(Sample("fresh")))
            let bench = try BridgeBench(script)
            bench.start()
            #expect(await bench.waits { bench.isFinished })
            await bench.letPass(.seconds(100))
            expect(bench.ledger.states[Self.phone], is: [.connected, .notSecure])
            #expect(bench.ledger.order.isEmpty)
            #expect(bench.ledger.problems.isEmpty)
            bench.stop()
        }

        @LoopActor
        @Test func `a link that is encrypted at the second attempt`() async throws {
            let script = Script(behaviour: #""encryption": false"#, existing: Sample.several(3))
                .at(5, .set(#""encryption": true"#), .disconnect(seconds: 1))
            let bench = try BridgeBench(script)
            await bench.expectToShow(script)
            expect(
                bench.ledger.states[Self.phone],
                is: [.connected, .notSecure, .disconnected, .connected, .ready])
            bench.stop()
        }

        @LoopActor
        @Test func `a phone that shares nothing, until it does`() async throws {
            let script = Script(behaviour: #""sharing": false"#, existing: Sample.several(3))
                .at(4, .add(Sample("meanwhile"))).at(30, .set(#""sharing": true"#))
            let bench = try BridgeBench(script)
            bench.start()
            #expect(await bench.waits { bench.ledger.states[Self.phone]?.last == .notShared })
            #expect(bench.ledger.order.isEmpty)
            await bench.expectToShow(script)
            expect(bench.ledger.states[Self.phone], is: [.connected, .notShared, .ready])
            bench.stop()
        }

        @LoopActor
        @Test func `a phone that stops sharing for a while`() async throws {
            let script = Script(existing: Sample.several(3))
                .at(2, .set(#""sharing": false"#), .add(Sample("meanwhile")))
                .at(20, .set(#""sharing": true"#))
            let bench = try BridgeBench(script)
            await bench.expectToShow(script, afterwards: .seconds(45))
            #expect(bench.ledger.stories.allSatisfy { $0.chapters == ["added SOCIAL"] })
            bench.stop()
        }
    }
}
