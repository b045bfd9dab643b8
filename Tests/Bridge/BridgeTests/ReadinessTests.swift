import Expecting
import Linux
import Notices
import Support
import Testing

extension BridgeTests {
    /// A phone is ready when it has answered, not before.
    struct Readiness {
        init() {
            LoopThread.start()
        }

        private static let phone = "Mara's iPhone"

        @LoopActor
        @Test func `a service that goes before it has answered was never ready`() async throws {
            try await forEach(in: 0..<50) { number in
                let time = 0.1 * Double(number)
                let script = Script(
                    behaviour: #""sharing": false, "write_delay": 1"#,
                    existing: Sample.several(2)
                ).at(time, .set(#""service": false"#)).at(10, .set(#""service": true"#))
                let bench = try BridgeBench(script)
                bench.start()
                #expect(await bench.waits { bench.isFinished })
                expect(bench.ledger.states[Self.phone]?.contains(.ready), is: false, "\(time) s")
                #expect(bench.ledger.order.isEmpty, "\(time) s")
                bench.stop()
            }
        }
    }
}
