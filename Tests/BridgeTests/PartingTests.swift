import Linux
import Notices
import Support
import Testing

extension BridgeTests {
    /// What has come in time is told before the phone is gone.
    @Suite struct Parting {
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
            let bench = try BridgeBench(script, speed: 5)
            bench.start()
            #expect(
                await bench.waits { bench.ledger.states[Self.phone]?.last == .disconnected })
            #expect(bench.ledger.stories == [Ledger.Story("This is sample", "added SOCIAL")])
            #expect(bench.ledger.problems.isEmpty)
            bench.stop()
        }

        @LoopActor
        @Test func `a text that has come is shown before its phone is let go`() async throws {
            let script = Script(existing: Sample.several(1)).at(100, .add(Sample("later")))
            let bench = try BridgeBench(script, speed: 100)
            var hasStalled = false
            bench.radio.fate = { request in
                guard request.first == 1, !hasStalled else { return .reachesPhone }
                hasStalled = true
                // The machine does nothing until both the text has waited too long for the name of
                // its app, and the request too long for its confirmation.
                let deadline = bench.pace.now + .seconds(45)
                while bench.pace.now < deadline {}
                return .isLost
            }
            await bench.expectToShow(script, ignoringAppNames: true, afterwards: .seconds(45))
            #expect(bench.ledger.states[Self.phone]?.contains(.disconnected) == true)
            #expect(bench.ledger.order.count == 2)
            bench.stop()
        }
    }
}
