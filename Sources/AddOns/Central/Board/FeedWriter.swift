import Control
import Linux
import Notices
import Outlets
import PostgreSQL

/// Writer of the central board as lines for a program, for as long as the program reads them.
///
/// A slow reader receives the current state when it is ready again, not each step on the way there.
@LoopActor
final class FeedWriter {
    /// Reason for the end.
    enum End: Hashable, Sendable {
        /// The reader closed the output, or the input ended.
        case closed
        case failed(Errno)
    }

    /// Queued bytes above which no further lines are made.
    private nonisolated static let readAhead = 256 << 10
    /// Limit of queued bytes, including the longest line.
    private nonisolated static let queueLimit = 16 << 20

    private let alarm: Duration
    private var end: @LoopActor (End) -> Void = { _ in }
    private var feed: WallFeed?
    private var output: StandardOutputOutlet?
    private var input: InputEnd?
    private var news = CentralChanges()
    /// The latest update of the feed, if it is not converted to lines yet; a newer one replaces it.
    private var latest: WallFeed.News?
    private var lines: ArraySlice<BridgeNews> = []
    private var hasBegun = false
    private var bridges: [FollowedBridge]?
    private var trouble: String?
    private var isWriting = false

    /// - Parameters:
    ///   - filter: the notifications to write.
    ///   - alarm: silence after which a bridge is reported.
    init(
        _ plan: DatabaseEndpoint, _ filter: CentralFilter, alarm: Duration,
        pace: WallFeed.Pace = WallFeed.Pace()
    ) {
        self.alarm = alarm
        feed = WallFeed(plan, filter, pace: pace) { [weak self] in self?.take($0) }
    }

    /// Starts to write to `output`, until `input` ends.
    ///
    /// - Parameter end: called when the reader is gone or writing has failed; the caller must then call `stop`.
    func start(
        to output: Int32 = StandardStream.output.rawValue,
        until input: Int32 = StandardStream.input.rawValue,
        _ end: @escaping @LoopActor (End) -> Void
    ) throws(Errno) {
        self.end = end
        let console = try StandardOutputOutlet(
            to: output, format: FeedLines.format, queueLimit: Self.queueLimit
        ) { [weak self] in self?.take($0) }
        console.emptied = { [weak self] in self?.write() }
        self.output = console
        self.input = InputEnd(of: input) { [weak self] in self?.end(.closed) }
        feed?.start()
    }

    /// Stops; lines that a slow reader has not read by the limit are dropped.
    func stop(within limit: Duration, _ done: @escaping @LoopActor () -> Void) {
        feed?.stop()
        feed = nil
        input = nil
        guard let output else { return done() }
        output.finish(within: limit, done)
    }

    private func take(_ report: StandardOutputOutlet.Report) {
        switch report {
        case .closed: end(.closed)
        case .failed(let error): end(.failed(error))
        case .dropped, .gaveUp: break
        }
    }

    private func take(_ news: WallFeed.News) {
        latest = news
        write()
    }

    private func write() {
        guard !isWriting else { return }
        isWriting = true
        defer { isWriting = false }
        while let output, output.queuedBytes < Self.readAhead {
            if let line = lines.popFirst() {
                output.write(FeedLines.line(of: line, at: WallTime.now))
            } else if let latest {
                self.latest = nil
                lines = lines(for: latest)[...]
            } else {
                return
            }
        }
    }

    private func lines(for news: WallFeed.News) -> [BridgeNews] {
        switch news {
        case .view(let view): lines(for: view)
        case .lost(let failure): lines(for: failure)
        }
    }

    private func lines(for view: WallFeed.View) -> [BridgeNews] {
        let isBeginning = !hasBegun
        hasBegun = true
        trouble = nil
        var lines = news.look(at: view.notices, of: view.bridges, now: WallTime.now)
            .map { BridgeNews.event($0, news: $0) }
        if isBeginning { lines = [.begun] + lines + [.caughtUp] }
        let bridges = view.bridges.map { FollowedBridge($0, alarm: alarm) }
        if isBeginning || bridges != self.bridges { lines.append(.bridges(bridges)) }
        self.bridges = bridges
        return lines
    }

    private func lines(for failure: ServerFailure) -> [BridgeNews] {
        let words = failure.explanation(within: nil).1
        guard words != trouble else { return [] }
        trouble = words
        hasBegun = false
        news = CentralChanges()
        return [.centralLost(words)]
    }
}

extension FollowedBridge {
    /// - Parameter alarm: silence after which a bridge is reported.
    fileprivate init(_ bridge: CentralBridge, alarm: Duration) {
        self.init(
            name: bridge.place, words: bridge.absence(alarm: alarm) ?? "here",
            isTrouble: bridge.isSilent(for: alarm))
    }
}
