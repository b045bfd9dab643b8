import Expecting
import Linux
import Notices
import Support
import Testing

extension BridgeTests {
    /// Services that change while the bridge is busy with them.
    struct ServicesChange {
        @LoopActor
        @Test func `the services change in the middle of anything`() async throws {
            try await forEach(in: 0..<40) { number in
                let time = 0.1 * Double(number)
                let script = Script(
                    behaviour: #""write_delay": 0.2, "answer_delay": 0.2, "fragment_delay": 0.2"#,
                    existing: Sample.several(2)
                ).at(
                    time, .set(#""service": false"#), .set(#""service": true"#),
                    .add(Sample("fresh")))
                let bench = try BridgeBench(script, seed: UInt64(number))
                await bench.expectToShow(
                    script, ignoringAppNames: true, afterwards: .seconds(45), "\(time) s")
                let isOnce = bench.ledger.stories.allSatisfy { $0.chapters == ["added SOCIAL"] }
                #expect(isOnce, "\(time) s")
                expect(bench.radio.links.count, is: 1, "\(time) s")
                bench.stop()
            }
        }
    }
}
