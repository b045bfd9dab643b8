import Linux
import Notices
import Support
import Testing

extension BridgeTests {
    /// What has come in time is told before the phone is gone.
    struct Parting {
        init() {
            LoopThread.start()
        }

        private static let phone = "Mara's iPhone"

        @LoopActor
        @Test func `a text that has come is shown even if its phone goes before the app's name`()
            async throws
        {
            // The link breaks when the name of the app is asked for.
            let script = Script(behaviour: #""answer_delay": 1"#)
                .at(1, .add(Sample("sample"))).at(2.5, .disconnect(seconds: 3000))
                .at(2.6, .remove("sample"))
            let bench = try BridgeBench(script)
            bench.start()
            #expect(
                await bench.waits { bench.ledger.states[Self.phone]?.last == .disconnected })
            #expect(bench.ledger.stories == [Ledger.Story("This is sample", "added SOCIAL")])
            #expect(bench.ledger.problems.isEmpty)
            bench.stop()
        }
    }
}
