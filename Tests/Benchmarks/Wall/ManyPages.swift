import BenchSupport
import ControlSupport
import Linux
import Notices
import ServingSupport

/// A thousand live pages of one wall, beside as many readers of a mosquitto.
@LoopActor
enum ManyPages {
    private static let pages = 1_000
    private static let pushes = 100
    private static let silence: Duration = .seconds(60)

    static func measure() async throws {
        let stage = try await Stage()
        let empty = try stage.figures
        try await stage.open(1)
        await Stage.pause(.seconds(1))
        let one = try stage.figures
        let begun = EventLoop.now
        try await stage.open(pages - 1)
        let time = (EventLoop.now - begun) / .seconds(1)
        await Stage.pause(.seconds(1))
        guard stage.pages.allSatisfy(\.isLive) else {
            throw Stage.Failure(description: "pages were refused")
        }
        Report.line("\(pages) live pages of one wall, after \(time.text(2)) s")
        memory("empty", empty, empty)
        memory("1 page", one, empty)
        memory("\(pages) pages", try stage.figures, empty)
        try await beSilent(stage)
        let broker = try BrokerPages()
        let emptyBroker = try broker.figures
        try await broker.open(pages)
        await Stage.pause(.seconds(1))
        Report.line("mosquitto's websockets, \(pages) readers")
        memory("empty", emptyBroker, emptyBroker)
        memory("\(pages) readers", try broker.figures, emptyBroker)
        try await push(stage, broker)
        memory("the wall after that", try stage.figures, empty)
        stage.close()
        await Stage.pause(.seconds(2))
        memory("when all have left", try stage.figures, empty)
    }

    private static func memory(_ when: String, _ figures: ProcessFigures, _ empty: ProcessFigures) {
        let name = when + String(repeating: " ", count: max(0, 22 - when.count))
        let megabytes = { (bytes: Int) in (Double(bytes) / 1e6).column(7, 2) }
        Report.line(
            "  resident, \(name)\(megabytes(figures.memory)) MB,"
                + "\(megabytes(figures.memory - empty.memory)) above empty")
    }

    private static func beSilent(_ stage: Stage) async throws {
        let before = try stage.figures
        await Stage.pause(silence)
        let after = try stage.figures
        let minutes = silence / .seconds(60)
        let wakeUps = Double(after.wakeUps - before.wakeUps) / minutes
        let time = (after.processorTime - before.processorTime) / .milliseconds(1)
        Report.line(
            "  nothing happens for \((silence / .seconds(1)).text(0)) s: \(wakeUps.text(1)) wake-ups a minute, "
                + "\(time.text(0)) ms of the processor")
    }

    /// Tells each something in turns, and waits until the last reader has it.
    private static func push(_ stage: Stage, _ broker: BrokerPages) async throws {
        var (ours, theirs): ([Double], [Double]) = ([], [])
        var (first, firstOfBroker): ([Double], [Double]) = ([], [])
        let (before, beforeBroker) = (try stage.figures, try broker.figures)
        for number in 1...UInt64(pushes) {
            let words = "push-\(100_000 + number)"
            let (time, early) = try await push(words, stage.pages) {
                stage.bridge.publish(SampleNews.notice(number % 200 + 1, words))
            }
            ours.append(time)
            first.append(early)
            await Stage.pause(.milliseconds(150))
            // As long as what a page is told of such a notice.
            let payload = Array(words.utf8) + [UInt8](repeating: 0x20, count: 400)
            let (timeOfBroker, earlyOfBroker) = try await push(words, broker.pages) {
                broker.publish(payload)
            }
            theirs.append(timeOfBroker)
            firstOfBroker.append(earlyOfBroker)
            await Stage.pause(.milliseconds(150))
        }
        let (after, afterBroker) = (try stage.figures, try broker.figures)
        let cost = (after.processorTime - before.processorTime) / .milliseconds(pushes)
        let costOfBroker =
            (afterBroker.processorTime - beforeBroker.processorTime) / .milliseconds(pushes)
        Report.line("A push to \(pages), \(pushes) times, in turns     half   99 of 100")
        row("the wall: until the first reader has it", first)
        row("the wall: until the last reader has it", ours)
        row("mosquitto: until the first reader has it", firstOfBroker)
        row("mosquitto: until the last reader has it", theirs)
        let ratio = Sample(zip(ours, theirs).map { $0 / $1 })
        Report.line("  times as long as mosquitto  \(ratio.spread(2))")
        Report.line(
            "  processor's time for a push: the wall \(cost.text(2)) ms, mosquitto \(costOfBroker.text(2)) ms"
        )
    }

    private static func push(
        _ words: String, _ pages: [Page], _ tell: () -> Void
    ) async throws -> (last: Double, first: Double) {
        var (count, first, last): (Int, Duration?, Duration?) = (0, nil, nil)
        let wanted = Array(words.utf8)
        for page in pages {
            page.wait(for: wanted) {
                count += 1
                if first == nil { first = EventLoop.now }
                if count == pages.count { last = EventLoop.now }
            }
        }
        let begun = EventLoop.now
        tell()
        try await Stage.wait("a push") { last != nil }
        let since = { (moment: Duration?) in ((moment ?? begun) - begun) / .milliseconds(1) }
        return (since(last), since(first))
    }

    private static func row(_ name: String, _ values: [Double]) {
        let sample = Sample(values)
        let title = name + String(repeating: " ", count: max(0, 44 - name.count))
        Report.line(
            "  \(title)\(sample.median.column(7, 2)) ms\(sample.value(0.99).column(7, 2)) ms")
    }
}
