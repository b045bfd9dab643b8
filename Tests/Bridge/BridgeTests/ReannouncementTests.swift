import Expecting
import Linux
import Notices
import Support
import Testing

extension BridgeTests {
    /// What a phone has announced once is neither withdrawn nor told anew when it announces it again.
    struct Reannouncement {
        init() {
            LoopThread.start()
        }

        private static let phone = "Mara's iPhone"

        @LoopActor
        @Test func `a phone that marks nothing as old is believed when it comes back`()
            async throws
        {
            let script = Script(
                behaviour: #""announce": "unmarked", "answer_delay": 0.3"#,
                existing: Sample.several(200)
            ).at(75, .disconnect(seconds: 1)).at(150, .set(#""answer_delay": 0"#))
            let bench = try BridgeBench(script)
            await bench.expectToShow(
                script, ignoringAppNames: true, afterwards: .seconds(45))
            // Announcing them again takes a minute, twice as long as it may be silent.
            let isOnce = bench.ledger.stories.allSatisfy { $0.chapters == ["added SOCIAL"] }
            #expect(isOnce)
            expect(bench.radio.links.count, is: 2)
            bench.stop()
        }

        @LoopActor
        @Test func `a phone that stops sharing when it is back loses nothing`() async throws {
            let script = Script(existing: Sample.several(5))
                .at(2, .set(#""write_delay": 1, "answer_delay": 1"#), .disconnect(seconds: 1))
                .at(6.5, .set(#""sharing": false"#)).at(60, .set(#""sharing": true"#))
                .at(60, .set(#""write_delay": 0, "answer_delay": 0"#))
            let bench = try BridgeBench(script)
            await bench.expectToShow(script, afterwards: .seconds(45))
            #expect(bench.ledger.stories.allSatisfy { $0.chapters == ["added SOCIAL"] })
            bench.stop()
        }
    }
}
