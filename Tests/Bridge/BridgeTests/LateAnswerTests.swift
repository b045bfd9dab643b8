import Linux
import Notices
import Support
import Testing

extension BridgeTests {
    /// Answers that need another question to come out.
    struct LateAnswers {
        init() {
            LoopThread.start()
        }

        @LoopActor
        @Test func `answers that come only after the next question`() async throws {
            let script = Script(behaviour: #""answers": "late""#, existing: Sample.several(4))
            let bench = try BridgeBench(script)
            await bench.expectToShow(script, ignoringAppNames: true)
            bench.stop()
        }
    }
}
