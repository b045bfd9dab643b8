import BenchSupport
import BridgeServiceSupport
import History
import Linux
import Notices
import ServingSupport

/// Histories that are handed over for the first time.
@LoopActor
final class FirstFill {
    private static let notices = CentralBenchmark.number("FILL", or: 1_000_000)
    private static let several = 10
    /// The time over which the notices of a history are spread.
    private static let days = 365

    private let fleet: Fleet
    private let reader: CentralReader
    private var source: FleetNotices
    private var waits: [Double] = []
    private var late: [Double] = []
    private var isOver = false

    /// One history.
    static func measure() async throws {
        try await measure("The first fill from one history", bridges: 1, each: notices)
    }

    /// Several at once.
    static func measureSeveral() async throws {
        try await measure(
            "The first fill from \(several) histories at once", bridges: several,
            each: notices / several)
    }

    private static func measure(_ title: String, bridges: Int, each: Int) async throws {
        let fleet = try Fleet()
        try fleet.addBridges(bridges)
        let fill = FirstFill(fleet, try await CentralReader(fleet.server))
        try await fill.run(title, each)
    }

    private init(_ fleet: Fleet, _ reader: CentralReader) {
        self.fleet = fleet
        self.reader = reader
        source = FleetNotices(bridges: fleet.bridges.count)
    }

    private func run(_ title: String, _ each: Int) async throws {
        for bridge in fleet.bridges.indices { try await prepare(bridge, each) }
        let all = each * fleet.bridges.count
        Report.line("\(title): \(all) notices of a year")
        guard let before = ProcessFigures.ofThisProcess else { return }
        defer { isOver = true }
        let start = EventLoop.now
        try fleet.startPushers()
        Task { @LoopActor in await self.watchLoop() }
        Task { @LoopActor in await self.tellMeanwhile() }
        var peak = 0
        try await fleet.wait("all notices", within: .seconds(1_800)) { [self] in
            let memory = fleet.pushers.compactMap { ProcessFigures(of: $0.process)?.memory }.max()
            peak = max(peak, memory ?? 0)
            await Fleet.pause(.milliseconds(200))
            return fleet.isUpToDate
        }
        let took = (EventLoop.now - start) / .seconds(1)
        isOver = true
        guard let after = ProcessFigures.ofThisProcess else { return }
        let busy = (after.processorTime - before.processorTime) / .seconds(1)
        let handIn = fleet.pushers.compactMap { ProcessFigures(of: $0.process)?.processorTime }
            .reduce(.zero, +)
        let there = try await reader.number("SELECT callboard.tally(most => 2000000000)")
        guard there >= Int64(all) else {
            throw Fleet.Failure(description: "only \(there) notices are at the centre")
        }
        Report.line("  \(took.text(0)) s, \((Double(all) / took).text(0)) notices a second")
        Report.line(
            "  of the processor's time: the bridges' side \(busy.text(0)) s,"
                + " callboard-central push \((handIn / .seconds(1)).text(0)) s;"
                + " callboard-central push had at most \((Double(peak) / 1e6).text(1)) MB resident")
        let (waits, late, lags) = (Sample(waits), Sample(late), Sample(reader.lags))
        Report.line(
            "  what a bridge writes meanwhile waits for the history: half \(waits.median.text(0)) ms,"
                + " at most \(waits.value(1).text(0)) ms; the loop at most \(late.value(1).text(0)) ms"
        )
        Report.line(
            "  and is at the centre: half within \(lags.median.text(0)) ms,"
                + " at most \(lags.value(1).text(0)) ms, of \(lags.count)")
        try fleet.reportMemory("after that")
    }

    /// Writes a history, of which nobody has heard yet.
    private func prepare(_ bridge: Int, _ count: Int) async throws {
        let begin = WallTime.now.advanced(by: .seconds(-86_400 * Self.days))
        let step = Duration.seconds(86_400 * Self.days) / count
        var batch: [HistoryEvent] = []
        for number in 0..<count {
            let moment = begin.advanced(by: step * number)
            let notice = source.notice(of: bridge, at: moment)
            batch.append(FleetNotices.event(.added, notice, at: moment))
            guard batch.count == 512 || number == count - 1 else { continue }
            try fleet.bridges[bridge].write(batch)
            batch = []
        }
    }

    /// A notice each second, each of which has to wait for what is read of the history.
    private func tellMeanwhile() async {
        while !isOver {
            for bridge in fleet.bridges.indices {
                let now = WallTime.now
                let notice = source.notice(of: bridge, at: now)
                reader.expect(Int64(bitPattern: notice.id.rawValue), of: Fleet.name(bridge))
                fleet.bridges[bridge].write([FleetNotices.event(.added, notice, at: now)]) {
                    [weak self] result in
                    if case .success(let time) = result {
                        self?.waits.append(time / .milliseconds(1))
                    }
                }
            }
            await Fleet.pause(.seconds(1))
        }
    }

    /// How late the loop is with what it should do.
    private func watchLoop() async {
        while !isOver {
            let start = EventLoop.now
            await Fleet.pause(.milliseconds(10))
            late.append((EventLoop.now - start - .milliseconds(10)) / .milliseconds(1))
        }
    }
}
