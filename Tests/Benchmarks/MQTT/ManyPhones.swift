import BenchSupport
import BrokerSupport
import Control
import ControlSupport
import Foundation
import Linux
import Mosquitto
import ServingSupport

/// Very many phones through one broker: what they take of memory, how many notices pass in a second, and how long one takes.
@LoopActor
enum ManyPhones {
    private static let phones = 1_000
    private static let rounds = 5
    private static let notices = 4_000
    /// Notices that are on their way at a time.
    private static let window = 100
    /// A modest rate: twice the evening's peak of so many phones, with 300 notices a day each.
    private static let pace: Duration = .milliseconds(50)
    private static let slowNotices = 1_000

    static func measure(detail: String) async throws {
        Report.line("\(phones) phones through one mosquitto, detail = \(detail)")
        let few = try await Stage(phones: 1, detail: detail)
        let alone = (try few.figures, try few.brokerFigures)
        let stage = try await Stage(phones: phones, detail: detail)
        Report.line("  all that holds at the broker after \((stage.setUp / .seconds(1)).text(2)) s")
        memory("with 1 phone", alone)
        memory("with \(phones) phones", (try stage.figures, try stage.brokerFigures))
        try await flood(stage)
        memory("after that", (try stage.figures, try stage.brokerFigures))
        try await trickle(stage)
        guard stage.bridge.addOn?.lost == 0 else {
            throw Stage.Failure(description: "something was left out")
        }
    }

    private static func memory(_ when: String, _ figures: (ProcessFigures, ProcessFigures)) {
        func megabytes(_ bytes: Int) -> String { (Double(bytes) / 1e6).column(6, 1) }
        let name = when.padding(toLength: 18, withPad: " ", startingAt: 0)
        Report.line(
            "  resident \(name)\(megabytes(figures.0.memory)) MB, "
                + "\(megabytes(figures.0.ownMemory)) of its own; mosquitto\(megabytes(figures.1.memory)) MB"
        )
    }

    /// As many as pass, in turns with as many messages by mosquitto_pub, which knows no phones.
    private static func flood(_ stage: Stage) async throws {
        var (ours, theirs, costs): ([Double], [Double], [Double]) = ([], [], [])
        var messages = 0
        for _ in 0..<rounds {
            stage.forget()
            let before = try stage.figures
            let start = EventLoop.now
            for _ in 0..<notices {
                try await Stage.wait("notices") { stage.onTheirWay < window }
                stage.tellNotice()
            }
            try await Stage.wait("the last notices") { stage.onTheirWay == 0 }
            let time = (EventLoop.now - start) / .seconds(1)
            ours.append(Double(notices) / time)
            costs.append(
                (try stage.figures.processorTime - before.processorTime) / .microseconds(notices))
            // What holds follows its notice.
            await Stage.pause(.milliseconds(200))
            messages = stage.messages
            theirs.append(Double(notices) / (try await publish(messages, stage) / .seconds(1)))
        }
        let ratios = Sample(zip(ours, theirs).map { $0 / $1 })
        Report.line(
            "  notices a second       \(Sample(ours).spread(0)), \(rounds) rounds of \(notices)")
        Report.line(
            "  times as fast as mosquitto_pub with \(messages) messages as long  \(ratios.spread(2))"
        )
        Report.line("  processor's time for a notice  \(Sample(costs).spread(0)) µs")
    }

    /// How long mosquitto_pub takes to bring so many messages to the same listener.
    private static func publish(_ count: Int, _ stage: Stage) async throws -> Duration {
        let line = String(decoding: stage.lastEvent, as: UTF8.self) + "\n"
        let file = stage.broker.file("lines")
        try String(repeating: line, count: count).write(
            toFile: file, atomically: true, encoding: .utf8)
        var heard = 0
        stage.hear { _ in heard += 1 }
        let start = EventLoop.now
        let publisher = try BackgroundProgram([
            "/bin/sh", "-c",
            "exec mosquitto_pub -p \(stage.broker.port) -q 1 -t other/phone/event -l < \(file)",
        ])
        try await Stage.wait("mosquitto_pub") { heard == count }
        let time = EventLoop.now - start
        publisher.kill()
        stage.hearNotices()
        stage.forget()
        return time
    }

    private static func trickle(_ stage: Stage) async throws {
        stage.forget()
        for _ in 0..<slowNotices {
            stage.tellNotice()
            await Stage.pause(pace)
        }
        try await Stage.wait("the last notices") { stage.onTheirWay == 0 }
        let delays = Sample(stage.delays.map { $0 / .milliseconds(1) })
        Report.line(
            "  from the bridge to the listener, \((1 / (pace / .seconds(1))).text(0)) a second: "
                + "\(delays.median.text(2)) ms, of 99 of 100 at most \(delays.value(0.99).text(2)) ms"
        )
    }
}
