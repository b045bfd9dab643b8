import Configuration
import Control
import History
import Linux
import Notices
import Outlets

/// Writer of events to the history, off the loop; events that could not be written are kept and written again.
@LoopActor
final class HistoryOutlet: Outlet {
    /// Byte limit of waiting events; the oldest are dropped.
    static let queueLimit = 16 << 20
    /// Number of events in one write.
    private static let batch = 512
    /// Estimated size of an event without its texts.
    private static let eventSize = 512
    /// Interval of retention checks, made only after other writes, so that they cause no wakeups.
    private static let keepingPause: Duration = .seconds(3600)

    /// A waiting event.
    private struct Waiting: Sendable {
        let event: HistoryEvent
        let size: Int
    }

    private enum Outcome: Sendable {
        case written([HistoryFileReport], isMoreToDo: Bool)
        case kept(isMoreToDo: Bool, [HistoryFileReport])
        case failed(HistoryError)
    }

    /// Folder of the history.
    let folder: String
    /// Controller of uploads to the central database.
    let outbox: OutboxController
    /// Controller of queries.
    let questions: HistoryController
    private let writer: HistoryWriter
    private let work: WorkQueue
    private let pace: Pace
    private let tell: @LoopActor (String) -> Void
    /// Rules that drop, hide or rename also apply to the history; quiet hours and rate limits do not.
    private var screening = Screening()
    private var retention: Retention
    private var keepsBattery: Bool
    private var waiting: [Waiting] = []
    /// Number of events being written.
    private var inWork = 0
    private var isWorking = false
    private let attempts = DiskAttempts()
    private var keptLast: Duration?

    private(set) var status = OutletStatus()

    /// - Parameters:
    ///   - kind: kind of the phones whose notifications are written.
    ///   - tell: reports a message to the user; it holds no content of notifications.
    init(
        _ settings: HistorySettings, in folder: String, kind: HistoryKind = .real, pace: Pace,
        work: WorkQueue = WorkQueue(),
        tell: @escaping @LoopActor (String) -> Void
    ) {
        self.folder = folder
        self.pace = pace
        self.work = work
        self.tell = tell
        (retention, keepsBattery) = (settings.retention, settings.keepsBattery)
        writer = HistoryWriter(
            in: folder, durability: settings.durability, policy: settings.policy,
            kind: kind)
        outbox = OutboxController(writer, in: folder, work: work)
        questions = HistoryController(in: folder)
    }

    /// Registers the handlers of requests about the history.
    ///
    /// - Parameter refusal: refusal of uploads; nil if they are allowed.
    func register(with router: ControlRouter, refusingOutbox refusal: ControlRefusal? = nil) {
        questions.register(with: router)
        guard let refusal else { return outbox.register(with: router) }
        router.refuse(OutboxRequest.self, with: refusal)
    }

    /// Refuses all requests about the history, for a bridge that keeps none.
    static func refuse(with refusal: ControlRefusal, router: ControlRouter) {
        router.refuse(HistoryRequest.self, with: refusal)
        router.refuse(StatisticsRequest.self, with: refusal)
        router.refuse(OutboxRequest.self, with: refusal)
    }

    /// Applies settings that may change while the bridge runs.
    func apply(_ settings: HistorySettings) {
        (retention, keepsBattery) = (settings.retention, settings.keepsBattery)
        keptLast = nil
        let (writer, policy) = (writer, settings.policy)
        // On the work queue, since this thread would wait for a write in progress.
        LoopActor.begin { [self] in
            await work.run { writer.setPolicy(policy) }
            pump()
        }
    }

    func takeUnfiltered(_ ruled: RuledEvent) {
        guard !attempts.isFinishing, isKept(ruled.event) else { return }
        let (event, kept) = (ruled.event, screening.pass(ruled, at: pace.now))
        // A notification that a rule changes may be stored unchanged from before the rule.
        if kept != event { append(HistoryEvent(announcedBy: event), of: event) }
        if let kept { append(HistoryEvent(kept), of: kept) }
        pump()
    }

    /// Whether an event is about a phone or a beacon, and battery levels are stored if it is one.
    private func isKept(_ event: BridgeEvent) -> Bool {
        switch event {
        case .battery: keepsBattery
        case .beacon: true
        default: event.phone != nil
        }
    }

    func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) {
        let isFirst = attempts.finish(within: limit, giveUp: { [weak self] in self?.end() }, done)
        guard isFirst else { return done() }
        pump()
    }

    private func append(_ entry: HistoryEvent?, of event: BridgeEvent) {
        guard let entry else { return }
        let size = Self.eventSize + event.wordBytes
        waiting.append(Waiting(event: entry, size: size))
        status.queued += size
        while status.queued > Self.queueLimit, waiting.count > inWork {
            status.queued -= waiting.remove(at: inWork).size
            status.lost += 1
        }
    }

    private func pump() {
        guard !isWorking, !attempts.isPausing, !attempts.isOver else { return }
        guard !waiting.isEmpty else { return attempts.isFinishing ? end() : keep() }
        inWork = min(waiting.count, Self.batch)
        var events = waiting.prefix(inWork).map(\.event)
        // After lost events, the end of a phone's list must not remove notifications whose announcement was lost.
        if status.lost > 0 { events.removeAll(where: \.isListing) }
        let writer = writer
        run { [events] () throws(HistoryError) in
            let news = try writer.write(events)
            return .written(news, isMoreToDo: writer.hasMoreToDo)
        }
    }

    /// Removes one portion of what exceeds the retention limits.
    private func keep() {
        if let keptLast, EventLoop.now - keptLast < Self.keepingPause { return }
        let (writer, retention) = (writer, retention)
        run { () throws(HistoryError) in
            let kept = try writer.keep(retention, at: WallTime.now)
            return .kept(isMoreToDo: kept.isMoreToDo, kept.news)
        }
    }

    private func run(_ job: @escaping @Sendable () throws(HistoryError) -> Outcome) {
        isWorking = true
        LoopActor.begin { [self] in
            let outcome = await work.run {
                do throws(HistoryError) {
                    return try job()
                } catch {
                    return Outcome.failed(error)
                }
            }
            take(outcome)
        }
    }

    private func take(_ outcome: Outcome) {
        isWorking = false
        guard !attempts.isOver else { return }
        switch outcome {
        case .written(let news, let isMoreToDo):
            if isMoreToDo { keptLast = nil }
            for entry in waiting.prefix(inWork) {
                status.queued -= entry.size
                status.written += entry.size
            }
            waiting.removeFirst(inWork)
            inWork = 0
            succeed()
            pass(on: news)
            pump()
        case .kept(let isMoreToDo, let news):
            succeed()
            pass(on: news)
            keptLast = isMoreToDo ? nil : EventLoop.now
            pump()
        case .failed(let error):
            inWork = 0
            fail(error)
        }
    }

    private func pass(on news: [HistoryFileReport]) {
        for sentence in news { tell("the history: \(sentence)") }
    }

    private func succeed() {
        attempts.succeed()
        guard status.failure != nil else { return }
        status.failure = nil
        status.restarts += 1
        tell("the history can be written again")
    }

    private func fail(_ error: HistoryError) {
        if status.failure == nil {
            tell("the history cannot be written, and is tried again: \(error)")
        }
        status.failure = "\(error)"
        if !attempts.again({ [weak self] in self?.pump() }) { end() }
    }

    private func end() {
        guard let finished = attempts.end() else { return }
        if !waiting.isEmpty {
            let words = waiting.count == 1 ? "event" : "\(waiting.count) events"
            tell("the history could not take the last \(words)")
        }
        let writer = writer
        // A blocked write must not delay the end.
        if isWorking {
            finished()
            return
        }
        work.run {
            writer.close()
        } then: { _ in
            finished()
        }
    }
}
