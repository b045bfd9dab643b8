import BenchSupport
import BrokerSupport
import Linux
import ServingSupport

/// How often the program wakes up while nothing happens.
@LoopActor
enum Silence {
    private static let time: Duration = .seconds(120)

    static func measure() async throws {
        let stage = try await Stage(phones: 1)
        await Stage.pause(.seconds(5))
        let before = try stage.figures
        await Stage.pause(time)
        let after = try stage.figures
        let minutes = time / .seconds(60)
        let wakeUps = Double(after.wakeUps - before.wakeUps) / minutes
        let processor = (after.processorTime - before.processorTime) / .milliseconds(1)
        Report.line(
            "Nothing happens for \((time / .seconds(1)).text(0)) s, with a bridge and a broker")
        Report.line(
            "  wake-ups a minute \(wakeUps.text(1)), of the processor's time \(processor.text(0)) ms in all"
        )
    }
}
