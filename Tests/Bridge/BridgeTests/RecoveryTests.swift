import Expecting
import Linux
import Notices
import Support
import Testing

extension BridgeTests {
    /// Phones that confirm everything and tell nothing, or the wrong things.
    struct Recovery {
        init() {
            LoopThread.start()
        }

        private static let phone = "Mara's iPhone"
        private static let known = Sample.several(3, named: "known")

        /// Expects that what was known is neither withdrawn nor told again.
        @LoopActor
        private static func expectKnownOnce(_ bench: BridgeBench) {
            let stories = bench.ledger.stories.filter { $0.title.hasPrefix("This is known") }
            expect(stories.count, is: known.count)
            #expect(stories.allSatisfy { $0.chapters == ["added SOCIAL"] })
        }

        @LoopActor
        @Test func `a phone that confirms and does not answer is asked anew`() async throws {
            let script = Script(existing: Self.known).at(2, .set(#""silent": true"#))
                .at(3, .add(Sample("first"))).at(40, .add(Sample("second")))
                .at(90, .add(Sample("third"))).at(150, .set(#""silent": false"#))
            let bench = try BridgeBench(script)
            await bench.expectToShow(script, afterwards: .seconds(60))
            expect(bench.ledger.states[Self.phone]?.contains(.unresponsive), is: true)
            Self.expectKnownOnce(bench)
            bench.stop()
        }

        @LoopActor
        @Test func `a phone that hangs when it is asked anew loses nothing`() async throws {
            let script = Script(existing: Self.known).at(2, .set(#""silent": true"#))
                .at(3, .add(Sample("first")), .add(Sample("second")))
                .at(30, .set(#""mute": true"#)).at(50, .set(#""mute": false, "silent": false"#))
            let bench = try BridgeBench(script)
            await bench.expectToShow(script, afterwards: .seconds(60))
            expect(bench.ledger.states[Self.phone]?.contains(.unresponsive), is: true)
            Self.expectKnownOnce(bench)
            bench.stop()
        }

        @LoopActor
        @Test func `a phone that answers under other handles only`() async throws {
            let script = Script(behaviour: #""wrong_uid": true"#, existing: Sample.several(3))
                .at(100, .set(#""wrong_uid": false"#), .disconnect(seconds: 1))
            let bench = try BridgeBench(script)
            await bench.expectToShow(script, afterwards: .seconds(60))
            let bare = bench.events.compactMap { event -> Notice? in
                guard case .notice(_, let notice, _) = event else { return nil }
                return notice.isIncomplete ? notice : nil
            }
            #expect(!bare.isEmpty)
            #expect(bare.allSatisfy { $0.title.isEmpty && $0.message.isEmpty })
            // It does answer: there is no reason to let it go.
            expect(
                bench.ledger.states[Self.phone],
                is: [.connected, .ready, .disconnected, .connected, .ready])
            bench.stop()
        }

        @LoopActor
        @Test func `an answer that drips for ever does not hold up the others for ever`()
            async throws
        {
            let endless = Sample("endless", String(repeating: "x", count: 2000))
            let script = Script(members: [#""mtu": 23"#], behaviour: #""fragment_delay": 5"#)
                .at(1, .add(endless)).at(2, .add(Sample("short", "")))
            let bench = try BridgeBench(script)
            bench.start()
            // The whole answer would take more than eight minutes.
            #expect(await bench.waits(atMost: .seconds(300)) { bench.ledger.shown.count == 2 })
            #expect(bench.ledger.problems.isEmpty)
            expect(bench.ledger.states[Self.phone], is: [.connected, .ready])
            bench.stop()
        }
    }
}
