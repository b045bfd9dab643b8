import BenchSupport
import BridgeServiceSupport
import Control
import History
import Linux
import Notices
import ServerSupport
import ServingSupport

/// A day of a hundred bridges with ten phones each, played in minutes, and the end of the server in the midst of it.
@LoopActor
final class FleetDay {
    private static let bridges = CentralBenchmark.number("BRIDGES", or: 100)
    private static let notices = CentralBenchmark.number("DAY", or: bridges * 10 * 300)
    private static let time: Duration = .seconds(60 * CentralBenchmark.number("MINUTES", or: 5))
    /// Notices a second of the whole fleet at the busiest time of a real day.
    private static let busiest = 10.0
    /// Of how many notices something becomes: they are taken away on the phone.
    private static let removed = 0.6

    private let fleet: Fleet
    private let reader: CentralReader
    private var source = FleetNotices(bridges: FleetDay.bridges)
    private var there: [[Notice]] = Array(repeating: [], count: FleetDay.bridges)
    private var written = 0
    private var changed = 0
    private var failure: HistoryError?

    static func measure() async throws {
        let fleet = try Fleet()
        try fleet.addBridges(bridges)
        let day = FleetDay(fleet, try await CentralReader(fleet.server))
        try await day.run()
    }

    private init(_ fleet: Fleet, _ reader: CentralReader) {
        self.fleet = fleet
        self.reader = reader
    }

    private func run() async throws {
        Report.line("\(Self.bridges) bridges with 10 phones each, on one machine with the server")
        // Each history has something, so that all of them begin to be handed over at once.
        for bridge in fleet.bridges.indices { tell(bridge) }
        let start = EventLoop.now
        try fleet.startPushers()
        try await fleet.wait("all bridges") { [self] in
            guard fleet.isUpToDate else { return false }
            return try await isAllThere()
        }
        let begun = (EventLoop.now - start) / .seconds(1)
        Report.line("  all programs started, connected and up to date within \(begun.text(1)) s")
        try await fleet.reportConnections(reader)
        try fleet.reportMemory("at the beginning")

        try await play("At the pace of a real day's busiest hour", rate: Self.busiest, .seconds(60))
        let rate = Double(Self.notices) / (Self.time / .seconds(1))
        try await play(
            "A day in \((Self.time / .seconds(60)).text(0)) minutes", rate: rate, Self.time)
        try fleet.reportMemory("after the day")
        try await endServer()
        guard try await isAllThere() else {
            throw Fleet.Failure(description: "not all is there, or something twice")
        }
        Report.line("  all \(written) notices are at the centre, each once")
    }

    // MARK: Phases

    private func play(_ title: String, rate: Double, _ time: Duration) async throws {
        reader.forget()
        let (before, cost) = ((written, changed), (try cost()))
        let start = EventLoop.now
        try await tell(rate: rate, for: time) { [self] notice, bridge in
            reader.expect(Int64(bitPattern: notice.id.rawValue), of: Fleet.name(bridge))
        }
        try await fleet.wait("the last notices", within: .seconds(600)) { reader.expected == 0 }
        let took = (EventLoop.now - start) / .seconds(1)
        let notices = written - before.0
        let all = notices + changed - before.1
        let spent = try self.cost()
        let lags = Sample(reader.lags)
        Report.line(title)
        Report.line(
            "  \(notices) notices and \(all - notices) removals in \(took.text(0)) s:"
                + " \((Double(all) / took).text(0)) a second handed over")
        Report.line(
            "  from before the bridge writes it until it can be read: half within"
                + " \(lags.median.text(0)) ms, 99 of 100 within \(lags.value(0.99).text(0)) ms,"
                + " the slowest \(lags.value(1).text(0)) ms, of \(lags.count)")
        let readings = Sample(reader.readingTimes)
        Report.line(
            "  the newest of a bridge, read \(reader.readings) times meanwhile:"
                + " half within \(readings.median.text(1)) ms, 99 of 100 within \(readings.value(0.99).text(1)) ms"
        )
        Report.line(
            "  of the processor's time for a notice or removal: the program"
                + " \(((spent.pushers - cost.pushers) * 1e6 / Double(all)).text(0)) µs,"
                + " the bridges \(((spent.bridges - cost.bridges) * 1e6 / Double(all)).text(0)) µs")
        if let problem = reader.problem { throw Fleet.Failure(description: problem) }
    }

    /// The server is killed, is away for a while in which notices come, and all come back at once.
    private func endServer() async throws {
        let before = written
        fleet.server.kill()
        try await tell(rate: Self.busiest * 10, for: .seconds(30)) { _, _ in }
        let noticed = fleet.bridges.count { $0.report?.works != true }
        let start = EventLoop.now
        try fleet.server.start()
        try await fleet.wait("the first bridge") { fleet.connected > 0 }
        let first = (EventLoop.now - start) / .seconds(1)
        try await fleet.wait("half of the bridges") { fleet.connected * 2 >= Self.bridges }
        let half = (EventLoop.now - start) / .seconds(1)
        try await reader.open()
        try await fleet.wait("all bridges after the server's end", within: .seconds(400)) {
            [self] in
            guard fleet.isUpToDate else { return false }
            return try await isAllThere()
        }
        let all = (EventLoop.now - start) / .seconds(1)
        Report.line(
            "The server is killed, and there again after 30 s, in which \(written - before) notices came"
        )
        Report.line(
            "  \(noticed) bridges had noticed; the first is back after \(first.text(1)) s, half after"
                + " \(half.text(1)) s, all with all that they have after \(all.text(1)) s")
        try fleet.reportMemory("after that")
    }

    private func isAllThere() async throws -> Bool {
        let count = try await reader.number("SELECT callboard.tally(most => 2000000000)")
        return count == Int64(written)
    }

    // MARK: Telling

    private func tell(
        rate: Double, for time: Duration, _ told: (Notice, Int) -> Void
    ) async throws {
        let start = EventLoop.now
        var count = 0
        while EventLoop.now - start < time {
            let due = Int((EventLoop.now - start) / .seconds(1) * rate)
            while count < due {
                count += 1
                let bridge = Int.random(in: fleet.bridges.indices)
                told(tell(bridge), bridge)
            }
            if let failure { throw failure }
            await Fleet.pause(.milliseconds(10))
        }
    }

    @discardableResult
    private func tell(_ bridge: Int) -> Notice {
        let now = WallTime.now
        let notice = source.notice(of: bridge, at: now)
        var events = [FleetNotices.event(.added, notice, at: now)]
        if Double.random(in: 0..<1) < Self.removed,
            let index = there[bridge].indices.randomElement()
        {
            var gone = there[bridge].remove(at: index)
            gone.removal = .phone
            events.append(FleetNotices.event(.removed, gone, at: now))
            changed += 1
        }
        there[bridge].append(notice)
        written += 1
        fleet.bridges[bridge].write(events) { [weak self] result in
            if case .failure(let failure) = result { self?.failure = failure }
        }
        return notice
    }

    /// Seconds of the processor's time so far.
    private func cost() throws -> (pushers: Double, bridges: Double) {
        let pushers = fleet.pushers.compactMap { ProcessFigures(of: $0.process) }
        guard pushers.count == fleet.pushers.count, let own = ProcessFigures.ofThisProcess else {
            throw Fleet.Failure(description: "a program is gone: \(fleet.errors)")
        }
        return (
            pushers.reduce(0) { $0 + $1.processorTime / .seconds(1) },
            own.processorTime / .seconds(1)
        )
    }
}
